"""Converters between the formats of other programs and the files of weft: python3 -m weft (src/python/README.md)."""
