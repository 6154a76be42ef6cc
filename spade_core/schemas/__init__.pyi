from .published import NAMES as NAMES, VERSION as VERSION, schema_named as schema_named
