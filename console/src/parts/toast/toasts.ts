import { signal } from "@preact/signals";

/** One short message. Errors are never toasts. */
export interface Toast {
  readonly text: string;
  /** Takes the change back. */
  readonly undo?: () => void;
  readonly link?: { readonly label: string; readonly href: string };
}

/** One at a time: a new one replaces the last. */
export const toast = signal<Toast | null>(null);

/** Takes back the change that the message tells of. */
export function undoShown(): void {
  const undo = toast.peek()?.undo;
  toast.value = null;
  undo?.();
}

/** Shows a message for something that can be undone, or that happened elsewhere. */
export function showToast(shown: Toast): void {
  toast.value = shown;
}
