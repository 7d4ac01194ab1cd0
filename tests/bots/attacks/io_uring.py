"""Asks the kernel to do its calls for it, past a filter of calls."""

import ctypes

from attack import solo, syscall

IO_URING_SETUP = 425

solo(lambda: syscall(IO_URING_SETUP, 1, ctypes.create_string_buffer(256)))
