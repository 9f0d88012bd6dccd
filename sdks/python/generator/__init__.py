"""Writes src/cardwright/_generated from openapi.json, with the standard library alone."""
