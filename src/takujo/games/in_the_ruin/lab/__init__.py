"""What is counted in IN THE RUIN."""
