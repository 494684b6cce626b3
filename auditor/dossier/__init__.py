"""What makes a report a document of proof: its signature, and the check of all that it says."""

import logging

# What pyHanko has to say of a key or a signature, we say in our own words.
for _name in ("pyhanko", "pyhanko_certvalidator"):
    logging.getLogger(_name).addHandler(logging.NullHandler())
