"""Mini-Bacará: boxes of Punto against the cards of Banca, which the house deals and keeps."""
