import { MAX_ARTIFACT_BYTES } from "../../domain/asset.ts";

/** Collects what an artifact is made of, and keeps nothing more once it is too long. */
export class BoundedParts {
  #parts: string[] = [];
  #length = 0;

  /** Whether it has become longer than an artifact may be: in UTF-16 code units, of which none is less than a byte. */
  get isFull(): boolean {
    return this.#length > MAX_ARTIFACT_BYTES;
  }

  add(part: string): void {
    this.#length += part.length;
    if (this.isFull) this.#parts = [];
    else this.#parts.push(part);
  }

  /** Null when it is too long. */
  get text(): string | null {
    return this.isFull ? null : this.#parts.join("");
  }
}
