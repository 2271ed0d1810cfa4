"""What a line of a response may be: one function a role, tried in the order of `ROLES` in `outline`."""
