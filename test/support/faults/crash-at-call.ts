export class CallCutOff extends Error {}

/**
 * Counts calls of stores and ends the run at one of them: before the call, or after it with the result lost.
 * Later calls fail too, unless `forGood` is false, in which case parallel work goes on. With `hangs`, that
 * call never returns, and `hangs` is called instead.
 */
export class CrashAtCall {
  #calls = 0;
  #isDead = false;
  readonly #at: number;
  readonly #isAfter: boolean;
  readonly #isForGood: boolean;
  readonly #hangs: (() => void) | null;

  constructor(
    at: number,
    {
      forGood = true,
      hangs = null,
    }: { readonly forGood?: boolean; readonly hangs?: (() => void) | null } = {},
  ) {
    [this.#at, this.#isAfter] = [Math.ceil(at / 2), at % 2 === 0];
    this.#isForGood = forGood;
    this.#hangs = hangs;
  }

  get isReached(): boolean {
    return this.#calls >= this.#at;
  }

  /** Whether the run has ended at its call, even if no caller has noticed. */
  get isDead(): boolean {
    return this.#isDead;
  }

  async of<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isDead && this.#isForGood) throw new CallCutOff();
    this.#calls += 1;
    const isHere = this.#calls === this.#at;
    this.#isDead ||= isHere;
    if (isHere && !this.#isAfter) return await this.#end();
    const done = await work();
    if (isHere) return await this.#end();
    return done;
  }

  async #end(): Promise<never> {
    if (this.#hangs === null) throw new CallCutOff();
    this.#hangs();
    return await new Promise<never>(() => {});
  }

  /** The same object with counted methods. */
  watch<T extends object>(store: T, methods: readonly string[]): T {
    return new Proxy(store, {
      get: (target, name) => {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== "function") return value;
        // Called on its own object, because a Durable Object stub has no `apply`.
        const method = (...args: unknown[]): unknown =>
          (target as Record<string, (...given: unknown[]) => unknown>)[String(name)]!(...args);
        return methods.includes(String(name))
          ? async (...args: unknown[]) => await this.of(async () => await method(...args))
          : method;
      },
    });
  }
}

/** The same object, with one method that first waits for `first`. */
export function delayBefore<T extends object>(
  store: T,
  method: string,
  first: (() => Promise<void>) | undefined,
): T {
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
