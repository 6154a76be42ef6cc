from .job import (
    REPORT as REPORT,
    BulkJob as BulkJob,
    ShardPlan as ShardPlan,
    plan as plan,
    sums as sums,
)
from .places import ResultsFolder as ResultsFolder, is_url as is_url
from .ray_tasks import check_on_ray as check_on_ray
from .responses import (
    batches as batches,
    is_bulk as is_bulk,
    read_shard as read_shard,
    response_files as response_files,
    shards_of as shards_of,
    stream_responses as stream_responses,
)
from .table import LabelledRows as LabelledRows
from .workers import check_here as check_here
