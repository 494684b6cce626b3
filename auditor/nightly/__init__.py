"""Every night: what arrived is taken in, what changed is judged, and what is left is told."""
