"""Who is asking: sessions, visitors, passphrases, rate limits."""
