"""Check what a language model wrote against constraints written in YAML."""

__version__ = "0.1.0"
