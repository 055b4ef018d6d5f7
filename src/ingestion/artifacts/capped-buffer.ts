import { MAX_ARTIFACT_BYTES } from "../../domain/asset.ts";

/** Collects the parts of an artifact, and discards them once the artifact is too long. */
export class CappedBuffer {
  #parts: string[] = [];
  #length = 0;

  /** Whether the artifact exceeds its limit. Counts UTF-16 code units, each of which is at least one byte. */
  get isFull(): boolean {
    return this.#length > MAX_ARTIFACT_BYTES;
  }

  add(part: string): void {
    this.#length += part.length;
    if (this.isFull) this.#parts = [];
    else this.#parts.push(part);
  }

  /** Null if the artifact is too long. */
  get text(): string | null {
    return this.isFull ? null : this.#parts.join("");
  }
}
