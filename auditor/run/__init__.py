"""Run: an audit as a list of pure tasks over batches of partitions, and what comes of them."""
