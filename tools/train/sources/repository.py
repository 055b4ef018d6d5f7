"""Reads files of a commit out of a bare git directory."""

import subprocess


class Repository:
    def __init__(self, directory, commit):
        self.directory = directory
        self.commit = commit

    def _git(self, *arguments, stdin=None):
        command = ["git", f"--git-dir={self.directory}", *arguments]
        return subprocess.run(command, input=stdin, capture_output=True, check=True).stdout

    def names(self, folder):
        listing = self._git("ls-tree", "-r", "-z", "--name-only", self.commit, "--", folder)
        return [name for name in listing.decode().split("\0") if name]

    def read_bytes(self, name):
        return self._git("cat-file", "blob", f"{self.commit}:{name}")

    def read(self, names):
        """The text of each file, in order."""
        wanted = "\n".join(f"{self.commit}:{name}" for name in names).encode()
        output = self._git("cat-file", "--batch", stdin=wanted)
        place, texts = 0, []
        for name in names:
            line_end = output.index(b"\n", place)
            header = output[place:line_end].split()
            if header[1] != b"blob":
                raise ValueError(f"{name} is not in the snapshot")
            size = int(header[2])
            texts.append(output[line_end + 1 : line_end + 1 + size].decode())
            place = line_end + 1 + size + 1
        return texts
