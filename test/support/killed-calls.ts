export class Killed extends Error {}

/**
 * Counts calls of stores, and ends the run at one of them: before it was made, or when it is done and nobody hears of it. No call is made after
 * that; unless it is not `forGood`, as when one call fails: what works side by side goes on. Where `hangs` is given, that one never comes back
 * instead, and `hangs` is called.
 */
export class KilledCall {
  #calls = 0;
  #isDead = false;
  readonly #at: number;
  readonly #isAfter: boolean;
  readonly #isForGood: boolean;
  readonly #hangs: (() => void) | null;

  constructor(at: number, { forGood = true, hangs = null }: { readonly forGood?: boolean; readonly hangs?: (() => void) | null } = {}) {
    [this.#at, this.#isAfter] = [Math.ceil(at / 2), at % 2 === 0];
    this.#isForGood = forGood;
    this.#hangs = hangs;
  }

  get isReached(): boolean {
    return this.#calls >= this.#at;
  }

  /** Whether the run has ended at its call, whoever heard of that. */
  get isDead(): boolean {
    return this.#isDead;
  }

  async of<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isDead && this.#isForGood) throw new Killed();
    this.#calls += 1;
    const isHere = this.#calls === this.#at;
    this.#isDead ||= isHere;
    if (isHere && !this.#isAfter) return await this.#end();
    const done = await work();
    if (isHere) return await this.#end();
    return done;
  }

  async #end(): Promise<never> {
    if (this.#hangs === null) throw new Killed();
    this.#hangs();
    return await new Promise<never>(() => {});
  }

  /** The same object, whose methods count. */
  watch<T extends object>(store: T, methods: readonly string[]): T {
    return new Proxy(store, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        // Called on its own object: that of a Durable Object has no `apply`.
        const method = (...args: unknown[]): unknown =>
          (target as Record<string, (...given: unknown[]) => unknown>)[String(name)]!(...args);
        return methods.includes(String(name)) ? async (...args: unknown[]) => await this.of(async () => await method(...args)) : method;
      },
    });
  }
}

/** The same object, one of whose methods waits for something else first. */
export function before<T extends object>(store: T, method: string, first: (() => Promise<void>) | undefined): T {
  const target = store as Record<string, (...given: unknown[]) => unknown>;
  return new Proxy(store, {
    get: (_, name) => {
      if (typeof target[String(name)] !== "function") return target[String(name)];
      const invoke = (...args: unknown[]): unknown => target[String(name)]!(...args);
      if (name !== method || first === undefined) return invoke;
      return async (...args: unknown[]) => {
        await first();
        return await invoke(...args);
      };
    },
  });
}
