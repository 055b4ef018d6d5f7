/** The actions of the page on the screen, for the palette and the keys. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { keptSignal } from "../../data/kept.ts";
import type { IconName } from "../icon/icon-paths.ts";

export interface Action {
  readonly label: string;
  readonly icon: IconName;
  /** A single lower-case letter that does the same outside of fields. */
  readonly key?: string;
  readonly run: () => void;
}

/** The actions by the part that offers them. */
export const actions = signal<ReadonlyMap<object, readonly Action[]>>(new Map());

/** Whether single letters are keys. Some people's speech recognition types letters (WCAG 2.1.4). */
export const hasLetterKeys = keptSignal("letterKeys", true);

/** Offers actions while the part is mounted. */
export function useActions(offered: readonly Action[]): void {
  const latest = useRef(offered);
  latest.current = offered;
  const names = offered.map(({ label }) => label).join("\n");
  useEffect(() => {
    const owner = {};
    const stable = offered.map((action, at) => ({ ...action, run: () => latest.current[at]?.run() }));
    actions.value = new Map([...actions.peek(), [owner, stable]]);
    return () => {
      actions.value = new Map([...actions.peek()].filter(([each]) => each !== owner));
    };
  }, [names]);
}
