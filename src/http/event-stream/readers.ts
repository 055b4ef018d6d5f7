import { ServiceError } from "../../domain/errors.ts";

/** Streams per user in this Worker at most, including streams with the user's API keys. */
export const MAX_STREAMS_OF_USER = 10;

const open = new Map<string, number>();

/**
 * Counts a reader's stream.
 * @returns a function that ends the count
 * @throws ServiceError `resource_exhausted` above the limit
 */
export function enterReader(key: string): () => void {
  const count = open.get(key) ?? 0;
  if (count >= MAX_STREAMS_OF_USER)
    throw new ServiceError("resource_exhausted", "Too many streams are open. Close one first.");
  open.set(key, count + 1);
  return () => {
    const rest = (open.get(key) ?? 1) - 1;
    if (rest === 0) open.delete(key);
    else open.set(key, rest);
  };
}
