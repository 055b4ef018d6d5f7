import { MAX_ARTIFACT_BYTES } from "../../domain/asset.ts";

/** Collects the parts of an artifact, and discards them once it is too long. */
export class CappedBuffer {
  #parts: string[] = [];
  #length = 0;

  /** Whether it exceeds the artifact limit, in UTF-16 code units, each of which is at least one byte. */
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
