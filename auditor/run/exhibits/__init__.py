"""What whoever gets a report needs to check it."""
