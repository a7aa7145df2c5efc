"""The parts of the slow referee."""
