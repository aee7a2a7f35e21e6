"""What agents do in every decision, compiled."""
