import { resyncFrame } from "../../domain/events.ts";

/** So many changes are remembered. */
const REMEMBERED = 100;

interface Deps {
  readonly guard: { readonly ensure: () => Promise<void> };
  readonly lastSeq: () => number;
  readonly connections: { readonly isEmpty: () => boolean; readonly broadcast: (frames: readonly string[], now: number) => void };
  readonly now: () => number;
}

/** Has those who listen read the thread again, once for each change, however many assets it deleted or restored. */
export class Retelling {
  readonly #deps: Deps;
  readonly #told = new Set<string>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @param change its operation's id @throws ServiceError `unavailable` when who may listen could not be found out: nothing was sent */
  async readAgain(change: string): Promise<void> {
    const { guard, lastSeq, connections, now } = this.#deps;
    if (connections.isEmpty() || this.#told.has(change)) return;
    await guard.ensure();
    if (this.#told.has(change)) return;
    this.#told.add(change);
    for (const oldest of this.#told) if (this.#told.size > REMEMBERED) this.#told.delete(oldest);
    connections.broadcast([resyncFrame(lastSeq())], now());
  }
}
