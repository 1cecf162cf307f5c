"""How RITUAL is played well."""
