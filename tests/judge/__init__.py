"""Tests of judges, against a scripted endpoint that runs as a process of its own."""
