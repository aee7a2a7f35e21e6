"""How fast the environment is: `python -m benchmarks`, from the checkout.

All times are processor time of the one process that does the work, so a busy machine disturbs them little; for
figures worth quoting the machine should be idle all the same.
"""
