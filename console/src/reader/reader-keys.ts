import { useEffect, useRef } from "preact/hooks";

/** The reader's letters, outside of fields and without Alt, Ctrl or ⌘. */
export function useReaderKeys(actions: { readonly onCopy: () => void }): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { altKey, ctrlKey, metaKey, target, isComposing } = event;
      if (altKey || ctrlKey || metaKey || isComposing || event.defaultPrevented) return;
      if (target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null)
        return;
      if (event.key.toLowerCase() !== "y") return;
      event.preventDefault();
      latest.current.onCopy();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
