/**
 * Scratch arrays that sentences share. The layers need about 600 KiB for each sentence. The runtime frees
 * such memory late, so a process that allocated arrays for each sentence would grow without bound.
 */
export class Scratch {
  readonly #arrays = new Map<string, Float32Array>();
  readonly #doubles = new Map<string, Float64Array>();

  /** @returns the array of this name with its previous contents; calls with the same name share the memory */
  floats(name: string, length: number): Float32Array {
    const kept = this.#arrays.get(name);
    if (kept !== undefined && kept.length >= length) return kept.subarray(0, length);
    const made = new Float32Array(length);
    this.#arrays.set(name, made);
    return made;
  }

  /** As `floats`, with 64-bit values. */
  doubles(name: string, length: number): Float64Array {
    const kept = this.#doubles.get(name);
    if (kept !== undefined && kept.length >= length) return kept.subarray(0, length);
    const made = new Float64Array(length);
    this.#doubles.set(name, made);
    return made;
  }
}
