"""From the window's size to the rectangles of a page."""
