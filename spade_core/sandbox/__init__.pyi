from .cache import FileCache as FileCache
from .compiled import kept_guest as kept_guest
from .guard_sandbox import GuardSandbox as GuardSandbox
from .judge import Judge as Judge
from .limits import Limits as Limits
from .manifest import modules_here as modules_here
from .sandbox import Sandbox as Sandbox
from .unsupported import unsupported_here as unsupported_here
