"""The C source of the solver and of the expert's play, and ``solver.wasm``, which ``build`` makes of it."""
