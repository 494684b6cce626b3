"""What the outcomes of all batches come to, as one document."""
