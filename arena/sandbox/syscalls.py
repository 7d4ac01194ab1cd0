"""Which system calls a bot isn't given, and their numbers on each kind of machine.

Numbers: ``arch/x86/entry/syscalls/syscall_64.tbl`` and ``include/uapi/asm-generic/unistd.h`` of Linux.
Calls from 424 on have one number everywhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Machine:
    """A kind of machine: what the kernel calls it (AUDIT_ARCH_*), and its numbers of system calls.

    foreign_from: numbers from here on belong to another calling convention, or to no call.
    """

    audit: int
    numbers: Mapping[str, int]
    foreign_from: int | None


HIGHEST_KNOWN: Final = 469
"""Calls with higher numbers are newer than this table: nobody here has judged them."""

_BOTH: Final[Mapping[str, tuple[int | None, int | None]]] = {
    # Other processes: their memory, their files, what they are to each other.
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    # The network, and sockets with a name. What is left is a socketpair.
    "socket": (41, 198),
    "connect": (42, 203),
    "accept": (43, 202),
    "accept4": (288, 242),
    "bind": (49, 200),
    "listen": (50, 201),
    # Shared memory, semaphores and queues that have a name or a key.
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "shmdt": (67, 197),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "mq_timedsend": (242, 182),
    "mq_timedreceive": (243, 183),
    "mq_notify": (244, 184),
    "mq_getsetattr": (245, 185),
    # Two processes that see one file can signal by its locks, its events and its page cache.
    "flock": (73, 32),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "inotify_add_watch": (254, 27),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    "cachestat": (451, 451),
    "mincore": (27, 232),
    # ... and by its mode, owner, times and attributes, which Landlock leaves alone.
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "setxattrat": (463, 463),
    "removexattrat": (466, 466),
    "file_setattr": (469, 469),
    # Keyrings are shared by all processes of a user.
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # Memory that a limit on data doesn't count.
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    # Namespaces and mounts: powers that a process may otherwise give itself.
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "statmount": (457, 457),
    "listmount": (458, 458),
    "open_tree_attr": (467, 467),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    # One core and one priority for everybody.
    "setpriority": (141, 140),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "ioprio_set": (251, 30),
    "mbind": (237, 235),
    "set_mempolicy": (238, 237),
    "set_mempolicy_home_node": (450, 450),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    # Parts of the kernel with a large surface, or for the system's administrator alone.
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    "sync": (162, 81),
    "syncfs": (306, 267),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
    "uselib": (134, None),
    "sysfs": (139, None),
    "ustat": (136, None),
    # As if this kernel didn't have them: programs then fall back to what can be judged.
    "clone3": (435, 435),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    # Its flag RESOLVE_CACHED tells which names somebody has looked up; flags in memory can't be judged.
    "openat2": (437, 437),
    # Done in no time, and without effect: it would drop what others read of a file from memory.
    "fadvise64": (221, 223),
    # Judged by their arguments.
    "clone": (56, 220),
    "socketpair": (53, 199),
    "fcntl": (72, 25),
    "ioctl": (16, 29),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "personality": (135, 92),
    "mmap": (9, 222),
    "madvise": (28, 233),
    "preadv2": (327, 286),
    "pwritev2": (328, 287),
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "clock_nanosleep": (230, 115),
    "timer_create": (222, 107),
    "kill": (62, 129),
    "tkill": (200, 130),
    "tgkill": (234, 131),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_send_signal": (424, 424),
    "truncate": (76, 45),
}

ABSENT: Final = frozenset(
    {"clone3", "io_uring_setup", "io_uring_enter", "io_uring_register", "openat2"}
)
"""Refused with ENOSYS."""

IGNORED: Final = frozenset({"fadvise64"})
"""Not done, and told to have succeeded: it is advice, which may be ignored."""

JUDGED: Final = frozenset(
    {
        "clone", "socketpair", "fcntl", "ioctl", "prctl", "prlimit64", "personality", "mmap", "kill",
        "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "pidfd_send_signal", "truncate", "madvise",
        "preadv2", "pwritev2", "clock_gettime", "clock_getres", "clock_nanosleep", "timer_create",
    }
)  # fmt: skip
"""Refused, or not, by their arguments or by what else holds the bot."""

METADATA: Final = frozenset(
    {
        "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime", "utimes",
        "futimesat", "utimensat", "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr",
        "fremovexattr", "setxattrat", "removexattrat", "file_setattr",
    }
)  # fmt: skip
"""Of the refused ones, those that a build needs: linkers make files executable."""


def _numbers(column: int) -> dict[str, int]:
    return {name: number for name, both in _BOTH.items() if (number := both[column]) is not None}


MACHINES: Final[Mapping[str, Machine]] = {
    "x86_64": Machine(0xC000_003E, _numbers(0), foreign_from=0x4000_0000),
    "aarch64": Machine(0xC000_00B7, _numbers(1), foreign_from=None),
}
"""By ``platform.machine()``."""
