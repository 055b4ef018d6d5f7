/**
 * Selects one of several equivalent contents (ECMA-376-3, `AlternateContent`): the first supported choice,
 * otherwise the fallback.
 */
export class AlternateContent {
  /** One entry per open element, innermost last: whether one of its contents was read. */
  readonly #isRead: boolean[] = [];

  /** @returns whether the element repeats a content that was already read */
  open(name: string): boolean {
    if (name === "AlternateContent") this.#isRead.push(false);
    if (this.#isRead.length === 0 || (name !== "Choice" && name !== "Fallback")) return false;
    return this.#isRead.splice(-1, 1, true)[0] === true;
  }

  close(name: string): void {
    if (name === "AlternateContent") this.#isRead.pop();
  }
}
