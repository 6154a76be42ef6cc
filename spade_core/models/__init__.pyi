from .cost import Budget as Budget, Price as Price, UsageReport as UsageReport
from .database import PrivateDatabase as PrivateDatabase
from .dry_run import DryRun as DryRun
from .endpoint import (
    OPENAI_URL as OPENAI_URL,
    Endpoint as Endpoint,
    ModelChoice as ModelChoice,
    endpoint_of as endpoint_of,
    is_api_version as is_api_version,
)
from .folders import private_folder as private_folder, results_file as results_file, user_folders as user_folders
from .forecast import Forecast as Forecast, Guess as Guess, most_of as most_of, scaled as scaled, together as together
from .lent import LentModel as LentModel
from .loop import LoopThread as LoopThread
from .model import (
    Embedder as Embedder,
    Finish as Finish,
    LanguageModel as LanguageModel,
    Message as Message,
    Reply as Reply,
    Request as Request,
    Schema as Schema,
    Speaker as Speaker,
    Usage as Usage,
    assistant as assistant,
    list_schema as list_schema,
    object_shape as object_shape,
    system as system,
    user as user,
)
from .openai_model import Abilities as Abilities, OpenAIModel as OpenAIModel
from .options import Options as Options
from .patience import Patience as Patience
from .proxy import through as through
from .reasoning import answer_in as answer_in
from .recipients import lent_reader as lent_reader, readers_of as readers_of
from .reply_parsing import text_in as text_in
from .resampling import ResamplingModel as ResamplingModel
from .secret_shapes import holds_secret as holds_secret, without_secrets as without_secrets
from .session import ModelSession as ModelSession
from .structured import (
    MOST_ASKINGS as MOST_ASKINGS,
    ask as ask,
    json_in as json_in,
    only_json_in as only_json_in,
    sent_back as sent_back,
)
from .tokens import tokens_in as tokens_in, tokens_of as tokens_of
from .trust import (
    distrust_endpoint as distrust_endpoint,
    distrust_repository as distrust_repository,
    is_trusted as is_trusted,
    repository_of as repository_of,
    trust_endpoint as trust_endpoint,
    trust_repository as trust_repository,
    trusted_endpoints as trusted_endpoints,
)
from .untrusted import marked as marked, one_line as one_line
from .vectors import cosine as cosine
