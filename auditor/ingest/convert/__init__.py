"""From text to typed rows: every cell matched whole and converted exactly, or a reject made."""
