"""Which solver this installation has."""

from importlib.util import find_spec

from arena.solver.interface import Solver
from arena.solver.reference import ReferenceSolver


def is_compiled_available() -> bool:
    """Whether the extra ``analysis`` is installed."""
    return find_spec("wasmtime") is not None


def best_solver() -> Solver:
    """The compiled solver; without the extra ``analysis`` the one in Python, which is enough for the last five tricks."""
    if not is_compiled_available():
        return ReferenceSolver()
    from arena.solver.compiled import CompiledSolver  # noqa: PLC0415 - it needs the extra

    return CompiledSolver()
