"""Batches of partitions replayed and judged, here or by a cluster: outcomes as plain data."""
