"""Small pictures that many pages share: paper, laurels, cups, faces, ribbons, marks."""
