"""Words, numbers and dates of a language, and the surroundings of law of a jurisdiction."""
