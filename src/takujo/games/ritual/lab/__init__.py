"""What is counted in RITUAL."""
