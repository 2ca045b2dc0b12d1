"""The baked art of the house: every texture is made by these modules from noise, shapes and light."""
