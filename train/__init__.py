"""Training: `python -m train --help`. Runs from the checkout and is not part of the installed package."""
