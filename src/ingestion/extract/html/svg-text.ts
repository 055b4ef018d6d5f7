const LABELS = new Set(["text", "foreignobject"]);

/** Extracts the labels of a drawing, one per line, without its title and description for screen readers. */
export class SvgText {
  readonly #labels: string[] = [];
  /** Number of open elements inside a label. */
  #depth = 0;
  #label: string[] = [];

  open(name: string): void {
    if (this.#depth > 0) {
      this.#depth += 1;
      this.#label.push(" ");
    } else if (LABELS.has(name)) this.#depth = 1;
  }

  close(name: string): void {
    if (this.#depth === 0) return;
    this.#depth = LABELS.has(name) ? 0 : Math.max(1, this.#depth - 1);
    if (this.#depth === 0) this.#endLabel();
  }

  add(text: string): void {
    if (this.#depth > 0) this.#label.push(text);
  }

  toString(): string {
    this.#endLabel();
    return this.#labels.join("\n");
  }

  #endLabel(): void {
    const label = this.#label.join("").replace(/\s+/g, " ").trim();
    this.#label = [];
    this.#depth = 0;
    if (label !== "") this.#labels.push(label);
  }
}
