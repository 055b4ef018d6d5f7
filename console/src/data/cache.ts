/**
 * Server state: each answer once for an operation and its input. A view gets the kept answer at once and a
 * fresh one soon after. Changes and events invalidate answers by the identifiers that they name.
 */
import { effect, type ReadonlySignal, signal, type Signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { isAway } from "./is-away.ts";
import { client, type DataOf, type InputOf, type Method, type PathOf } from "./client.ts";

const MAX_ENTRIES = 50;
const MAX_CHARS = 8 * 1024 * 1024;
/** A view that appears within this time of the last answer does not read again. */
const FRESH_MS = 2_000;

/** What a view shows of one answer. `error` and `data` may both be there: the last answer, and why no newer one came. */
export interface Entry<T> {
  readonly data: T | null;
  readonly error: unknown;
  readonly isReading: boolean;
}

/** One answer of the service: how to read it and the identifiers that invalidate it. */
export interface Query<T> {
  readonly key: string;
  readonly ids: readonly string[];
  readonly read: () => Promise<T>;
}

interface Kept {
  readonly entry: Signal<Entry<unknown>>;
  query: Query<unknown>;
  ids: ReadonlySet<string>;
  chars: number;
  viewers: number;
  readAt: number;
  isStale: boolean;
  reading: Promise<void> | null;
}

/** In the order of use, the latest last. */
const entries = new Map<string, Kept>();
const ID = /\b[a-z]{2,12}_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g;

/**
 * The query of a GET operation. Its identifiers are those of its parameters and `ids`.
 * @param ids more identifiers whose changes affect the answer
 */
export function query<P extends PathOf<"GET">, const I extends InputOf<"GET", P>>(
  path: P,
  input: I,
  ids: readonly string[] = [],
): Query<DataOf<"GET", P>> {
  const { signal: _, ...named } = input as { readonly signal?: AbortSignal };
  const words = JSON.stringify(named);
  return {
    key: `${path} ${words}`,
    ids: [...(words.match(ID) ?? []), ...ids],
    read: async () => {
      const call = client.request.bind(client) as (
        method: Method,
        path: string,
        input: I,
      ) => Promise<unknown>;
      const answer = await call("GET", path, input);
      return (
        typeof answer === "object" && answer !== null && "data" in answer ? answer.data : answer
      ) as DataOf<"GET", P>;
    },
  };
}

/** Shows an answer and reads it again if it is old. Null shows nothing. */
export function useQuery<T>(wanted: Query<T> | null): Entry<T> {
  const key = wanted?.key ?? "";
  // eslint-disable-next-line -- the key names the query
  const kept = useMemo(() => (wanted === null ? null : open(wanted)), [key]);
  useEffect(() => {
    if (kept === null) return;
    kept.viewers += 1;
    if (kept.isStale || Date.now() - kept.readAt > FRESH_MS) void refresh(kept);
    return () => {
      kept.viewers -= 1;
      trim();
    };
  }, [kept]);
  return (kept?.entry.value ?? NOTHING) as Entry<T>;
}

/** The entry of a query as a signal, for code outside of views. It reads once if nothing is kept. */
export function watch<T>(wanted: Query<T>): ReadonlySignal<Entry<T>> {
  const kept = open(wanted);
  if (kept.isStale) void refresh(kept);
  return kept.entry as ReadonlySignal<Entry<T>>;
}

/** Reads a query, or returns a fresh kept answer. @throws errors of the read */
export async function read<T>(wanted: Query<T>): Promise<T> {
  const kept = open(wanted);
  if (kept.isStale || Date.now() - kept.readAt > FRESH_MS) await refresh(kept);
  // Something changed while the answer was on its way.
  if (kept.isStale && kept.entry.peek().error === null) await refresh(kept);
  const { data, error } = kept.entry.peek();
  if (error !== null) throw error;
  return data as T;
}

/** The identifiers of changed records. Null: any record may have changed. */
type OnInvalidated = (ids: readonly string[] | null) => void;

const listeners = new Set<OnInvalidated>();

/** Hears of changes beside the cache, for state that other reads fill. @returns ends it */
export function onInvalidated(listener: OnInvalidated): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Marks the answers that depend on any of these identifiers as old; visible ones are read again now. */
export function invalidate(...ids: readonly string[]): void {
  for (const kept of entries.values()) {
    if (!ids.some((id) => kept.ids.has(id))) continue;
    kept.isStale = true;
    if (kept.viewers > 0) void refresh(kept);
  }
  for (const listener of listeners) listener(ids);
}

/** Marks every answer as old; visible ones are read again now. */
export function invalidateAll(): void {
  for (const kept of entries.values()) {
    kept.isStale = true;
    if (kept.viewers > 0) void refresh(kept);
  }
  for (const listener of listeners) listener(null);
}

/** Replaces the kept answer of a query before the service confirms it. @returns takes the change back */
export function replace<T>(wanted: Query<T>, change: (data: T) => T): () => void {
  const kept = open(wanted);
  const before = kept.entry.peek();
  if (before.data === null) return () => {};
  kept.entry.value = { ...before, data: change(before.data as T) };
  return () => {
    kept.entry.value = before;
  };
}

/** Forgets everything: another person signed in. */
export function clearCache(): void {
  for (const kept of entries.values()) {
    kept.entry.value = NOTHING;
    kept.isStale = true;
  }
  entries.clear();
}

// After an outage, the views that failed read again.
effect(() => {
  if (isAway.value) return;
  for (const kept of entries.values())
    if (kept.viewers > 0 && kept.entry.peek().error !== null) void refresh(kept);
});

const NOTHING: Entry<never> = { data: null, error: null, isReading: false };

function open<T>(wanted: Query<T>): Kept {
  const known = entries.get(wanted.key);
  const kept = known ?? {
    entry: signal<Entry<unknown>>({ ...NOTHING, isReading: true }),
    query: wanted,
    ids: new Set(wanted.ids),
    chars: 0,
    viewers: 0,
    readAt: 0,
    isStale: true,
    reading: null,
  };
  kept.query = wanted;
  entries.delete(wanted.key);
  entries.set(wanted.key, kept);
  return kept;
}

async function refresh(kept: Kept): Promise<void> {
  kept.reading ??= readInto(kept).finally(() => {
    kept.reading = null;
    // Something changed while the answer was on its way.
    if (kept.isStale && kept.viewers > 0 && kept.entry.peek().error === null) void refresh(kept);
  });
  await kept.reading;
}

async function readInto(kept: Kept): Promise<void> {
  const { entry, query: asked } = kept;
  kept.isStale = false;
  entry.value = { ...entry.peek(), isReading: true };
  try {
    const data = await asked.read();
    const words = JSON.stringify(data) ?? "";
    kept.chars = words.length;
    kept.ids = new Set([...asked.ids, ...(words.match(ID) ?? [])]);
    kept.readAt = Date.now();
    entry.value = { data, error: null, isReading: false };
    trim();
  } catch (error) {
    kept.isStale = true;
    entry.value = { ...entry.peek(), error, isReading: false };
  }
}

/** Drops the longest unused answers that no view shows. */
function trim(): void {
  let chars = [...entries.values()].reduce((sum, kept) => sum + kept.chars, 0);
  for (const [key, kept] of entries) {
    if (entries.size <= MAX_ENTRIES && chars <= MAX_CHARS) return;
    if (kept.viewers > 0 || kept.reading !== null) continue;
    entries.delete(key);
    chars -= kept.chars;
  }
}
