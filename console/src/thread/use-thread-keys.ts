import { useEffect, useRef } from "preact/hooks";

/** The letters of a thread's page. They work outside of fields, without Alt, Ctrl and ⌘. */
export interface ThreadKeys {
  readonly toComposer: () => void;
  readonly toMessage: (step: 1 | -1) => void;
  readonly toSource: (step: 1 | -1) => void;
  readonly openSource: () => void;
}

const FIELDS = "input, textarea, select, [contenteditable]";

export function useThreadKeys(keys: ThreadKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { altKey, ctrlKey, metaKey, target, isComposing, defaultPrevented } = event;
      if (altKey || ctrlKey || metaKey || isComposing || defaultPrevented) return;
      if (target instanceof Element && target.closest(FIELDS) !== null) return;
      if (document.querySelector("dialog[open]") !== null) return;
      const { toComposer, toMessage, toSource, openSource } = latest.current;
      const actions: Readonly<Record<string, () => void>> = {
        e: toComposer,
        j: () => toMessage(1),
        k: () => toMessage(-1),
        "[": () => toSource(-1),
        "]": () => toSource(1),
        o: openSource,
      };
      const act = actions[event.key.toLowerCase()];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
