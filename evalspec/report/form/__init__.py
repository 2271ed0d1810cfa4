"""The form in which a person labels: one page that needs no network."""
