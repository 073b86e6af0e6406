"""Any V4L2 camera through OpenCV."""
