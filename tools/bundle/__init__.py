"""Makes the download: a folder with the program and a Python of its own, as an archive and as a Debian package."""
