"""Shared by all tests: the profile of hypothesis."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "saboteur",
    max_examples=40,
    deadline=None,  # the first example may have to compile the rules
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("saboteur")
