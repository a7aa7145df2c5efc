"""Games as files: records, pictures, animations."""
