"""Windows that the service read for written questions, as `write-windows.ts` writes them."""

import json

from examples import Item


def window_items(paths):
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                row = json.loads(line)
                yield Item(row["kind"], row["question"], row["passage"], row["start"], row["end"])
