from .cache import FileCache as FileCache
from .compiled import compiled_guest as compiled_guest, kept_guest as kept_guest
from .jobs import decided_at_once as decided_at_once, evaluation_of as evaluation_of, function_told as function_told
from .judge import Judge as Judge
from .limits import Limits as Limits
from .manifest import modules_here as modules_here
from .process import WorkerProcess as WorkerProcess, refuse_if_cramped as refuse_if_cramped
from .rows import Column as Column, Rows as Rows
from .sandbox import Sandbox as Sandbox
from .unsupported import unsupported_here as unsupported_here
from .worker import SHARED as SHARED
