"""Which files the inputs hold, what each is, and what lies beside them: nothing is read as rows."""
