"""What is counted in Arkham Ritual."""
