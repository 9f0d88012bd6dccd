"""Writes src/cardwright/_generated from openapi.json, with only the standard library."""
