/**
 * Arrays that each sentence uses again. The layers need some 600 KiB of them a sentence. The runtime frees such memory late, so a process that
 * made new arrays for each sentence would grow without end.
 */
export class Scratch {
  readonly #arrays = new Map<string, Float32Array>();
  readonly #doubles = new Map<string, Float64Array>();

  /** @returns the array of this name. It holds what was written into it last, and the next call of the name gives the same memory. */
  floats(name: string, length: number): Float32Array {
    const kept = this.#arrays.get(name);
    if (kept !== undefined && kept.length >= length) return kept.subarray(0, length);
    const made = new Float32Array(length);
    this.#arrays.set(name, made);
    return made;
  }

  /** As `floats`, with 64 bits a value. */
  doubles(name: string, length: number): Float64Array {
    const kept = this.#doubles.get(name);
    if (kept !== undefined && kept.length >= length) return kept.subarray(0, length);
    const made = new Float64Array(length);
    this.#doubles.set(name, made);
    return made;
  }
}
