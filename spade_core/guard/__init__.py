"""The guard: the selected assertions on responses while they are made, in a program of yours.

`guard` reads the set beside a prompt; `guard_sandbox` keeps workers of the sandbox ready for it, and waits for them so
long and no longer; `verdict` has what may follow a failure. `clients` and `functions` put a guard around what gives
responses, `replies` and `streams` know the shapes of those of OpenAI's API, and `turns` is the one loop that all of
them go through. `background_queue` does what nobody waits for, `gathering` writes what is worth a label into a file
beside the prompt, `telemetry` tells OpenTelemetry. See docs/guard.md.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
