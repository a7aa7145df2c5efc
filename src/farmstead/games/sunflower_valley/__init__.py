"""Sunflower Valley, by Wouter van Strien."""
