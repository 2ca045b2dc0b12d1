"""What can be focused and pressed on a page, and the pages, cards and dialogs made of it."""
