"""The arena: who wins against whom, who sees through whom, on deals that never change.

`python -m agents.arena --help` lists the commands, docs/arena.md explains them.
"""
