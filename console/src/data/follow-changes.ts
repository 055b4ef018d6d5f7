/** Keeps the lists on the screen current: asks which records changed, and reads their answers again. */
import { invalidate, invalidateAll } from "./cache.ts";
import { client } from "./client.ts";
import { TREE } from "./collection-tree.ts";
import { RECENT } from "./recent-ids.ts";
import { session } from "./session.ts";

/** Pauses between two requests: after a change or an input, and in an idle page. In milliseconds. */
const [FIRST_PAUSE_MS, LAST_PAUSE_MS] = [3_000, 15_000];
const SLOWER = 1.4;
const INPUTS = ["pointerdown", "keydown", "focus"] as const;

let cursor: string | null = null;

/**
 * Follows the changes of the signed-in person until the returned function is called. A hidden page asks
 * nothing, and asks at once when it is visible again.
 */
export function followChanges(): () => void {
  let pause = FIRST_PAUSE_MS;
  let timer = 0;
  let isOver = false;
  const wait = (): void => {
    window.clearTimeout(timer);
    if (!isOver) timer = window.setTimeout(() => void look(), pause);
  };
  const look = async (): Promise<void> => {
    const isAsked = document.visibilityState === "visible" && session.peek().state === "signed-in";
    const hasChanged = isAsked && (await askOnce());
    pause = hasChanged ? FIRST_PAUSE_MS : Math.min(pause * SLOWER, LAST_PAUSE_MS);
    wait();
  };
  const onInput = (): void => {
    if (pause === FIRST_PAUSE_MS) return;
    pause = FIRST_PAUSE_MS;
    wait();
  };
  const onVisible = (): void => {
    if (document.visibilityState === "visible") void look();
  };
  for (const type of INPUTS) window.addEventListener(type, onInput, { passive: true });
  document.addEventListener("visibilitychange", onVisible);
  void look();
  return () => {
    isOver = true;
    cursor = null;
    window.clearTimeout(timer);
    for (const type of INPUTS) window.removeEventListener(type, onInput);
    document.removeEventListener("visibilitychange", onVisible);
  };
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
