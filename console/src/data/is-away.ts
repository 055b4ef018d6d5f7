/** Whether the service answers. Requests tell it, whether they succeed or fail. */
import { signal } from "@preact/signals";

/** Short breaks, such as a restart, show nothing. */
const SHOWN_AFTER_MS = 2_000;

/** Whether no request has been answered for two seconds. */
export const isAway = signal(false);
let timer: ReturnType<typeof setTimeout> | null = null;

/** A request found no service. */
export function noteLost(): void {
  timer ??= setTimeout(() => (isAway.value = true), SHOWN_AFTER_MS);
}

/** A request was answered. */
export function noteBack(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  isAway.value = false;
}
