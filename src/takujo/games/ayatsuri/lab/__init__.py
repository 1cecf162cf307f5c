"""What is counted in Ayatsuri."""
