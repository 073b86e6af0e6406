"""The Kivy touchscreen; knows views and moves only."""
