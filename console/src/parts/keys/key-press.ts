/** Which keys mean something outside of fields. */

/** What a pressed key asks for: a letter counts only outside of fields and without Alt, Ctrl or Meta. */
export type KeyPress =
  | "palette"
  | "help"
  | "undo"
  | "next-region"
  | "previous-region"
  | { readonly letter: string };

interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  readonly isComposing: boolean;
}

/**
 * @param isInField whether the focus is where people type
 * @returns null for a key that the page leaves alone
 */
export function keyPress(event: Pressed, isInField: boolean, hasLetters: boolean): KeyPress | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
  if (isComposing) return null;
  if (key === "F6") return shiftKey ? "previous-region" : "next-region";
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k") return "palette";
  if ((ctrlKey || metaKey) && !altKey && !shiftKey && !isInField && key.toLowerCase() === "z") return "undo";
  if (ctrlKey || metaKey || altKey || isInField || !hasLetters) return null;
  if (key === "/") return "palette";
  if (key === "?") return "help";
  return /^[a-z]$/i.test(key) && !shiftKey ? { letter: key.toLowerCase() } : null;
}
