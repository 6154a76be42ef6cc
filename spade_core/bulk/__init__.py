"""Responses in millions, in folders and buckets, checked in shards by workers on this machine or on a Ray cluster.

* `places` is where files are: on this machine, or wherever fsspec reaches.
* `responses` are what such files hold: JSON Lines, compressed or not, and Parquet, cut into shards of as many rows.
* `job` has the plan, which stands beside the results and depends on the responses alone, and the check of one shard,
  which writes a part of the table, whole or not at all: a part that is there is done.
* `workers` and `ray_tasks` have that done by processes of this machine or of a cluster; who dies loses one shard.
* `table` is that table: what is in a part, the sums of all parts, and the labelled rows to select on.

Law: a part depends on its shard and the assertions, on nothing else; so results are the same bytes whoever makes them.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
