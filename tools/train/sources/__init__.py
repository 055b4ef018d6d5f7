"""One module per source of training data. Each one yields `Item`s."""
