"""What a page is laid out from: templates, pictures, charts, and lists to be explored."""
