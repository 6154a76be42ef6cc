from .branches import commit_on_branch as commit_on_branch
from .git_history import earlier_files as earlier_files, file_at as file_at, read_history as read_history
from .reading import alikeness as alikeness, is_alike as is_alike
from .version import History as History, PromptVersion as PromptVersion, VersionState as VersionState
