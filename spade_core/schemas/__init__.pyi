from .json_schema import json_schema as json_schema
from .published import NAMES as NAMES, VERSION as VERSION, schema_named as schema_named
