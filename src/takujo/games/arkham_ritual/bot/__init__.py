"""How Arkham Ritual is played well."""
