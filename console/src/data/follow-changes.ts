/** Keeps the lists on the screen current: asks which records changed, and reads their answers again. */
import { invalidate, invalidateAll } from "./cache.ts";
import { client } from "./client.ts";
import { TREE } from "./collection-tree.ts";
import { RECENT } from "./recent-ids.ts";
import { session } from "./session.ts";

/** Pauses between two requests: after a change or an input, and the longest. In milliseconds. */
const [FIRST_PAUSE_MS, LAST_PAUSE_MS] = [3_000, 60_000];
const SLOWER = 1.4;
/** After this time without an input nobody looks at the page, so it asks nothing until the next input. */
const IDLE_AFTER_MS = 10 * 60_000;
/** Inputs after which the next request comes soon. */
const INPUTS = ["pointerdown", "keydown", "focus"] as const;
/** The pointer alone shows that somebody is there. */
const PRESENCE = "pointermove";

let cursor: string | null = null;

/**
 * Follows the changes of the signed-in person until the returned function is called. A hidden page and a page
 * that nobody uses have no timer. They ask at once when the person returns.
 */
export function followChanges(): () => void {
  const follower = new Follower();
  const onInput = ({ type }: Event): void => follower.noteInput(type !== PRESENCE);
  const onVisible = (): void => follower.look();
  const inputs = [...INPUTS, PRESENCE];
  for (const type of inputs) window.addEventListener(type, onInput, { passive: true });
  document.addEventListener("visibilitychange", onVisible);
  follower.look();
  return () => {
    follower.end();
    cursor = null;
    for (const type of inputs) window.removeEventListener(type, onInput);
    document.removeEventListener("visibilitychange", onVisible);
  };
}

class Follower {
  #pause = FIRST_PAUSE_MS;
  /** Null while no request is planned. */
  #timer: number | null = null;
  #isAsking = false;
  #isOver = false;
  #usedAt = Date.now();

  /** Asks now, and plans the next request. */
  look(): void {
    this.#plan(null);
    if (this.#isAsking || this.#isOver || document.visibilityState !== "visible") return;
    void this.#ask();
  }

  /** @param isSoon whether the person may wait for a change */
  noteInput(isSoon: boolean): void {
    this.#usedAt = Date.now();
    if (this.#timer === null) return this.look();
    if (!isSoon || this.#pause === FIRST_PAUSE_MS) return;
    this.#pause = FIRST_PAUSE_MS;
    this.#plan(this.#pause);
  }

  end(): void {
    this.#isOver = true;
    this.#plan(null);
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    const hasChanged = session.peek().state === "signed-in" && (await askOnce());
    this.#isAsking = false;
    this.#pause = hasChanged ? FIRST_PAUSE_MS : Math.min(this.#pause * SLOWER, LAST_PAUSE_MS);
    const isUsed = document.visibilityState === "visible" && Date.now() - this.#usedAt < IDLE_AFTER_MS;
    this.#plan(isUsed && !this.#isOver ? this.#pause : null);
  }

  /** @param pauseMs null for no request */
  #plan(pauseMs: number | null): void {
    if (this.#timer !== null) window.clearTimeout(this.#timer);
    this.#timer =
      pauseMs === null
        ? null
        : window.setTimeout(() => {
            this.#timer = null;
            this.look();
          }, pauseMs);
  }
}

/** @returns whether something changed. A failed request changes nothing; the next one asks again. */
async function askOnce(): Promise<boolean> {
  try {
    const query = cursor === null ? {} : { after: cursor };
    const {
      changed,
      isComplete,
      cursor: next,
    } = (await client.request("GET", "/v1/users/self/changes", { query })).data;
    cursor = next;
    if (!isComplete) invalidateAll();
    else if (changed.length > 0) invalidate(...changed, ...listsOf(changed));
    return !isComplete || changed.length > 0;
  } catch {
    return false;
  }
}

/** The names of lists whose answers do not contain the ids of all their records. */
export function listsOf(changed: readonly string[]): string[] {
  const has = (prefix: string): boolean => changed.some((id) => id.startsWith(prefix));
  return [
    ...(has("col_") ? [TREE] : []),
    ...(has("asset_") ? [RECENT.documents] : []),
    ...(has("thread_") ? [RECENT.threads] : []),
  ];
}
