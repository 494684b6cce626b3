"""The store: its layout, what is written and read, its manifest, and the houses it keeps."""
