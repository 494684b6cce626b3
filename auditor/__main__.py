"""`python -m auditor`: the program, where its own name is not on the path."""

from auditor.cli.start import main

if __name__ == "__main__":
    main()
