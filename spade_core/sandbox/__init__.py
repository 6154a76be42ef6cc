"""The sandbox: where generated assertions run, and the only place they do.

A reader's theory of it, in the order in which a run goes through the modules:

* What a function's source says is read in `spade_core.static_analysis`, which runs nothing. `unsupported` says why one
  is not run here.
* `inputs` says what each function is given of the examples, `cache` leaves out what an earlier run told, and `rows`
  packs what is left.
* `run` puts functions and rows into jobs, `jobs` says how a worker is told of a function and what its answer means.
  `worker_pool` hands jobs to worker processes and replaces those that die; `idle` keeps them a while for the next run.
  `process` is one of these as we see it: it lays the texts of rows into memory that both sides have. `judge` asks the
  judge what functions ask; a function is run again once it has its answers. For a guard `guard_sandbox` does without
  all of this: one response at a time, in workers that keep their interpreters, with a limit on the wait.
* `compiled` finds or makes the guest compiled for this machine; `manifest` knows what was built.
* `worker` and `webassembly` are the other side: a process that holds wasmtime and gives each function an interpreter of
  its own. `guest/app.py` runs inside that interpreter, in CPython compiled to WebAssembly, which imports nothing: there
  is no call that leads out of it. `hatch_build.py` at the root builds it, from `guest/start.py` on up to the point
  where every interpreter begins: with all modules imported, warm, and no holes in its memory, for each page that it
  touches first costs time. `linking` makes one module of what that build gives, which is quick to begin.

What keeps a function in is the last of these alone. What keeps rows apart is `side_effects` of the static analysis:
rows of a function that may have some get an interpreter each. What keeps limits is `worker`: it interrupts calls,
bounds memory, and runs rows one by one where some row met a limit. All else is there for speed, or to say what
happened. See docs/sandbox.md.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
