"""How IN THE RUIN is played well."""
