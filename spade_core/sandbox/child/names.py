"""What host and child call by the same name: the kernel's protections, in the order in which they are taken; orders."""

USER = "unprivileged user"
PRIVILEGES = "no new privileges"
LANDLOCK = "Landlock"
LIMITS = "rlimits"
SECCOMP = "seccomp"
EVERY = (USER, PRIVILEGES, LANDLOCK, LIMITS, SECCOMP)

JOB = 1
"""In an order to a zygote: run the function that comes over the line. Without it the child tells its protections."""
CODECS = 2
"""In an order: the function may name any text encoding."""
EMOJI = 4
"""In an order: the function uses the module `emoji`."""

READY = b"ready"
"""The first line of a child that runs a job: it is locked down and has its function."""
