"""The rules as compiled code: no Python objects in, none out, and the only room of the package with such code."""
