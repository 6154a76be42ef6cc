"""The names of the kernel's protections, in the order in which they are taken."""

USER = "unprivileged user"
PRIVILEGES = "no new privileges"
LANDLOCK = "Landlock"
LIMITS = "rlimits"
SECCOMP = "seccomp"
EVERY = (USER, PRIVILEGES, LANDLOCK, LIMITS, SECCOMP)
