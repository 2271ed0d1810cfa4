"""Help for authors of specs: explain."""
