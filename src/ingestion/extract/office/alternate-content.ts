/** Of contents of which each says the same (ECMA-376-3, `AlternateContent`), the first is read: a choice, or what stands in for all of them. */
export class AlternateContent {
  /** For each that is open, innermost last: whether one was read. */
  readonly #isRead: boolean[] = [];

  /** @returns whether the element says again what was read */
  open(name: string): boolean {
    if (name === "AlternateContent") this.#isRead.push(false);
    if (this.#isRead.length === 0 || (name !== "Choice" && name !== "Fallback")) return false;
    return this.#isRead.splice(-1, 1, true)[0] === true;
  }

  close(name: string): void {
    if (name === "AlternateContent") this.#isRead.pop();
  }
}
