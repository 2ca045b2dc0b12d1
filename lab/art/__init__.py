"""Makes the baked art: every texture, from noise, shapes and light."""
