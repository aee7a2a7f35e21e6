"""The compiled part of the agents: no Python objects in, none out, and one seat's part of the state at a time."""
