/** Leaves space for the number that makes a path unique: a path has at most 255 characters. */
const MAX_PATH_CHARS = 245;
/** Control characters, Unicode line separators, and bidirectional control marks. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const DRIVE = /^[A-Za-z]:/;
const EXTENSION = /\.[^.\s]{1,16}$/;

/** Returns a display-safe relative path, or "" if no character of the name is safe. */
export function safePath(name: string): string {
  const parts = name.toWellFormed().replace(UNSAFE, "").replaceAll("\\", "/").replace(DRIVE, "").split("/");
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "" && part !== "." && part !== "..")
    .join("/");
}

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Makes paths unique by numbering repeats. */
export class UniquePaths {
  readonly #taken = new Map<string, number>();

  /**
   * @param named the name that the archive or message gives
   * @param at position of the file, which names a file without a name
   */
  next(named: string, at: number): string {
    const safe = shortened(safePath(named) || `file ${at}`);
    const key = safe.toLowerCase();
    for (;;) {
      const times = (this.#taken.get(key) ?? 0) + 1;
      this.#taken.set(key, times);
      if (times === 1) return safe;
      const path = numbered(safe, times);
      if (this.#taken.has(path.toLowerCase())) continue;
      this.#taken.set(path.toLowerCase(), 1);
      return path;
    }
  }
}

/** Shortens a path from its beginning. */
function shortened(path: string): string {
  return path.length <= MAX_PATH_CHARS ? path : `…${path.slice(1 - MAX_PATH_CHARS)}`.toWellFormed();
}

/** Puts the number before the file extension. */
function numbered(path: string, times: number): string {
  const ending = EXTENSION.exec(path)?.[0] ?? "";
  return `${path.slice(0, path.length - ending.length)} (${times})${ending}`;
}
