import { signal } from "@preact/signals";
import type { VNode } from "preact";

/** The text in the region. */
export const lastAnnounced = signal("");

/** Reads a short text out, once. Use it for things that happen elsewhere on the screen. */
export function announce(text: string): void {
  // A screen reader reads a repeated text only if the region has changed.
  lastAnnounced.value = lastAnnounced.peek() === text ? `${text}\u00a0` : text;
}

/** The one polite region of the page. */
export function StatusRegion(): VNode {
  return (
    <div class="unseen" role="status" aria-live="polite">
      {lastAnnounced.value}
    </div>
  );
}
