import { signal } from "@preact/signals";

type ListParts = typeof import("./thread-rows-parts.ts");

/** The list of messages; null while it loads. */
export const loadedList = signal<ListParts | null>(null);
/** Why it could not be loaded: a deployment has replaced the chunk. */
export const listFailure = signal<unknown>(null);

/** Loads the list. The page calls it before it reads the history. */
export function loadList(): void {
  if (loadedList.peek() !== null) return;
  import("./thread-rows-parts.ts").then(
    (parts) => (loadedList.value = parts),
    (error: unknown) => (listFailure.value = error),
  );
}
