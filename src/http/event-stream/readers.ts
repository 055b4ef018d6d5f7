import { ServiceError } from "../../domain/errors.ts";

/** Of one user in this Worker, their keys included. */
export const MAX_STREAMS_OF_USER = 10;

const open = new Map<string, number>();

/** Counts a reader's stream. @returns what counts it no more; @throws ServiceError `resource_exhausted` above the bound */
export function enterReader(key: string): () => void {
  const count = open.get(key) ?? 0;
  if (count >= MAX_STREAMS_OF_USER) throw new ServiceError("resource_exhausted", "Too many streams are open. Close one first.");
  open.set(key, count + 1);
  return () => {
    const rest = (open.get(key) ?? 1) - 1;
    if (rest === 0) open.delete(key);
    else open.set(key, rest);
  };
}
