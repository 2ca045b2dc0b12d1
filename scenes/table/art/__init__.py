"""Small shared pictures: paper, laurels, cups, faces, ribbons, marks."""
