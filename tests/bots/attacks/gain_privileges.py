"""Would run a program that is another user's by its set-user-id bit: nothing forbids new privileges."""

from attack import check, libc, solo

PR_GET_NO_NEW_PRIVS = 39


solo(lambda: check(libc.prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)) == 0 and "may gain privileges")
