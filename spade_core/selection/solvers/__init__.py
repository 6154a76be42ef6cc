"""The exact solvers: the smallest set for alpha and tau, its ties broken one way, or the proof that there is none.

The theory, and where to read on:

* A set must catch at least ⌈alpha · bad⌉ bad rows and flag at most C = ⌊tau · good⌋ good ones. SPADE_cov asks no more:
  it is partial set cover with a budget (Shankar et al. 2024, section 4). SPADE_sub has every candidate in the set or
  subsumed by one in it.
* For SPADE_sub the good rows that may be flagged decide everything else (`allowance`): `allowance_search` branches
  over them. For SPADE_cov `cover_search` branches over columns, the row with the fewest first, and bounds by what the
  largest columns could still catch. Both hold rows as bitsets (`bits`, and `packed` for numpy), and effort as counted
  steps (`work`), so that the same input gives the same answer on any machine.
* What is too large for them is a linear program (`projection`, `linear_models`; HiGHS through `highs`): equal rows are
  one variable (`full_rows`), others enter as cuts where a solution violates them. `greedy`, `cover_beam` and
  `kept_greedy` give the set to begin with; the program gives the bound. When time runs out, the gap between the two
  is told.
* `mixed_integer` is the method's program as published, for any subsumption relation; tests hold the others to it.
* Ties: fewest assertions, then most bad rows caught, fewest good ones flagged, least cost, the table's order.
* Where nothing satisfies both thresholds, `relaxation` and `nearest` tell what can be had instead.

`solving` is the one door.
"""
