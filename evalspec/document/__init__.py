"""Response → blocks → mentions → outline → roles → facts; and text segmentation."""
