"""Subsumption: f => g when every response that g fails is failed by f too."""
