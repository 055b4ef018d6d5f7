"""Tide tables of the harbour."""
import math

PIER_DEPTH_M = 4.2


class TideTable:
    """Heights of water for one year."""

    def __init__(self, year, station="pier 3"):
        self.year = year
        self.station = station

    def height_at(self, hour):
        """Return the height of the water in metres at that hour of the year."""
        # The moon's half day is 12.42 hours.
        return 2.1 + 1.4 * math.cos(2 * math.pi * hour / 12.42)

    def is_safe_for(self, draught_m, hour):
        """Tell whether a ship of that draught may come in; half a metre is kept below the keel."""
        return PIER_DEPTH_M + self.height_at(hour) >= draught_m + 0.5


def load_table(path):
    """Read a table that was saved as lines of hour and height."""
    with open(path, encoding="utf-8") as lines:
        return [tuple(map(float, line.split())) for line in lines]


@cached
async def fetch_warning(day):
    """Ask the weather office for a storm warning, at most three times."""
    for attempt in range(3):
        answer = await ask_office(day, attempt)
        if answer is not None:
            return answer
    return None
