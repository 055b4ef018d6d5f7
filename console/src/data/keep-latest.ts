/**
 * Keeps the results of the `limit` keys that were asked for last. Whoever asks while a result is read gets the
 * same one. A failed result is not kept.
 */
export function keepLatest<T>(limit: number): (key: string, read: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, Promise<T>>();
  return async (key, read) => {
    const reading = kept.get(key) ?? read();
    kept.delete(key);
    kept.set(key, reading);
    for (const other of kept.keys()) if (kept.size > limit) kept.delete(other);
    try {
      return await reading;
    } catch (error) {
      kept.delete(key);
      throw error;
    }
  };
}
