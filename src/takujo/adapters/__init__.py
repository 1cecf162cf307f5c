"""The titles behind the interfaces of learning libraries; docs/learning-libraries.md shows each of them."""
