"""The sandbox: where generated assertions run, and the only place they do.

An assertion is code that a model wrote, run on texts that strangers wrote. It runs in an *interpreter*: CPython
compiled to WebAssembly, the *guest*. A WebAssembly program can call what it is given, and the guest is given nothing,
so no call leads out of it. Interpreters live in *workers*, processes of their own that hold wasmtime. What comes back
is text: a letter for each row, and the words of exceptions and questions. See docs/sandbox.md for what is promised.

The modules, in the order in which a run goes through them. In the process that asks:

1. `sandbox` is the whole run from above; `limits` says what an assertion may use.
2. `inputs` is what each function sees of the examples, `rows` the same as bytes.
3. `cache` knows the outcomes of earlier runs; the others are still to be found.
4. `run` makes jobs of these, some functions on some rows each, and evaluations of the answers. `jobs` says what a
   worker is told of a function and what its letters mean, `unsupported` why a function is not run at all.
5. `worker_pool` hands jobs to workers and replaces those that die; `process` is one of them as seen from here; `idle`
   keeps them a while for the next run.
6. `judge` asks what functions ask. No worker waits for that: a function is run again once it has its answers.

In a worker:

7. `worker` runs all rows of a function in one call; where that meets a limit, in parts, down to the row that is at
   fault. `webassembly` has the calls of wasmtime that it takes.
8. `guest/app.py` is what runs inside an interpreter.

Before the first run: `hatch_build.py` at the root builds the guest, from `guest/start.py` on, up to the point where
every interpreter begins: all modules imported, warm, and no holes in its memory, for each page that is touched first
costs time. `guest_linking.py` beside it makes one module of what that gives, which is quick to begin. `sources` and
`manifest` say what was built from what, and `compiled` compiles it for this machine, once.

Beside all this, `spade_core.guard` has workers of its own, for one response at a time.

Who keeps what:

* That nothing gets out: the guest, for it imports nothing. No other module is needed for that.
* That no row sways another: `side_effects` of `spade_core.static_analysis`, which reads sources and runs nothing. A
  function that may have side effects gets an interpreter for each row, any other one for all its rows, and functions
  that spade wrote and nobody changed share one.
* That limits hold: `worker`, which interrupts calls and bounds memory.

The rest is there for speed, or to say what happened.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
