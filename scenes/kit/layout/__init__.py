"""Layout: from the window's size to the rectangles of a page."""
