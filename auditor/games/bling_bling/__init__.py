"""Bling Bling 2002: three dice and a wheel, as played in Peru."""
