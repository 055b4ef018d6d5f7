/**
 * Reads one of several equivalent contents (ECMA-376-3, `AlternateContent`): the first supported choice, or
 * the fallback.
 */
export class AlternateContent {
  /** For each open element, innermost last, whether a content was read. */
  readonly #isRead: boolean[] = [];

  /** @returns whether the element repeats content that was read */
  open(name: string): boolean {
    if (name === "AlternateContent") this.#isRead.push(false);
    if (this.#isRead.length === 0 || (name !== "Choice" && name !== "Fallback")) return false;
    return this.#isRead.splice(-1, 1, true)[0] === true;
  }

  close(name: string): void {
    if (name === "AlternateContent") this.#isRead.pop();
  }
}
