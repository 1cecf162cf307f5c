"""How Ayatsuri is played well."""
