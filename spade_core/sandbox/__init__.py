"""The sandbox: where generated assertions run, and the only place they do.

An assertion is code that a model wrote, run on texts that strangers wrote. It runs in an *interpreter*: CPython
compiled to WebAssembly, the *guest*. A WebAssembly program can call what it is given, and the guest is given nothing,
so no call leads out of it. Interpreters live in *workers*, processes of their own that hold wasmtime. What comes back
is text: a letter for each row, and the words of exceptions and questions. See docs/sandbox.md for what is promised.

There are three laws, each kept in one place:

* Nothing gets out: the guest imports nothing. No other module is needed for that.
* No row sways another: `side_effects` of `spade_core.static_analysis` reads sources alone. A function that may
  have side effects gets an interpreter for each row, any other one for all its rows; those that are one expression over
  spade's checks share one, whoever wrote them.
* Limits hold: `worker` interrupts calls and bounds memory.

All else is there for speed, or to say what happened; in the order of a run, with the number of lines:

In the process that asks:

* `sandbox` (140): the whole run from above. `limits` (30): what an assertion may use.
* `inputs` (75): what each function sees of the examples. `rows` (130): the same as bytes.
* `cache` (210): the outcomes of earlier runs; the others are still to be found.
* `run` (275): makes jobs of these, some functions on some rows each, and evaluations of the answers. `jobs` (55): what
  a worker is told of a function and what its letters mean. `unsupported` (35): why a function is not run at all.
* `judge` (80): asks what functions ask, while no worker waits.
* `worker_pool` (270): hands jobs to workers, replaces those that die, and keeps them a while for the next run.
  `process` (250): one of them as seen from here.

In a worker:

* `worker` (440): runs all rows of a function in one call; where that meets a limit, in parts, down to the row that is
  at fault. `webassembly` (215): the calls of wasmtime that it takes.

In an interpreter:

* `guest/app.py` (460): takes rows and functions, and says what became of each row.

Before the first run:

* `guest/start.py` (70): where the build begins, `hatch_build.py` at the root. It ends where every interpreter begins:
  all modules imported, warm, and no holes in its memory.
* `sources` (20), `manifest` (45): what was built from what. `compiled` (205): compiles it for this machine, once.

`spade_core.guard` has workers of its own, for one response at a time.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
