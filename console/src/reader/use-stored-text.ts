import { useEffect, useState } from "preact/hooks";
import { keepLatest } from "../data/keep-latest.ts";
import { readCurrentVersion, readStoredText, type StoredText } from "../data/stored-text.ts";

/** Three texts stay in memory. */
const kept = keepLatest<StoredText>(3);

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
  const read = async () => await readStoredText(assetId, version, new AbortController().signal);
  // The current text may be another one the next time.
  return version === "" ? await read() : await kept(`${assetId} ${version}`, read);
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
