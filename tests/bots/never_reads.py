"""Never reads a line."""

import time

time.sleep(600)
