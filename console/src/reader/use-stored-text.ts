import { useEffect, useState } from "preact/hooks";
import { readCurrentVersion, readStoredText, type StoredText } from "../data/stored-text.ts";

/** Texts that stay in memory. */
const MAX_KEPT = 3;
const kept = new Map<string, Promise<StoredText>>();

export interface Loading<T> {
  readonly data: T | null;
  readonly error: unknown;
}
const NOTHING: Loading<never> = { data: null, error: null };

/** The stored text of a version; null reads nothing. */
export function useStoredText(assetId: string, version: string | null): Loading<StoredText> {
  return useLoading(version === null ? null : `${assetId} ${version}`, async () => {
    return await storedText(assetId, version ?? "");
  });
}

/** The version of the current text; null reads nothing. */
export function useCurrentVersion(assetId: string | null): Loading<string> {
  return useLoading(assetId, async (signal) => await readCurrentVersion(assetId ?? "", signal));
}

async function storedText(assetId: string, version: string): Promise<StoredText> {
  const key = `${assetId} ${version}`;
  const known = version === "" ? undefined : kept.get(key);
  const reading = known ?? readStoredText(assetId, version, new AbortController().signal);
  // The current text may be another one the next time.
  if (version === "") return await reading;
  kept.delete(key);
  kept.set(key, reading);
  for (const other of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(other);
  try {
    return await reading;
  } catch (error) {
    kept.delete(key);
    throw error;
  }
}

/** Loads once for each key. The result of an earlier key is never shown for a later one. */
export function useLoading<T>(key: string | null, load: (signal: AbortSignal) => Promise<T>): Loading<T> {
  const [loaded, setLoaded] = useState<{ readonly key: string | null; readonly result: Loading<T> }>({
    key: null,
    result: NOTHING,
  });
  useEffect(() => {
    if (key === null) return;
    const ending = new AbortController();
    const read = async (): Promise<Loading<T>> => {
      try {
        return { data: await load(ending.signal), error: null };
      } catch (error) {
        return { data: null, error };
      }
    };
    void read().then((result) => {
      if (!ending.signal.aborted) setLoaded({ key, result });
    });
    return () => ending.abort();
  }, [key]);
  return loaded.key === key ? loaded.result : NOTHING;
}
