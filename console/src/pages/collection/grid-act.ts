import { isEnter } from "../../parts/field/field.tsx";

/** The effect of a key in the grid of documents. */
export type GridAct =
  | { readonly goTo: number; readonly extends: boolean }
  | "toggle"
  | "all"
  | "rename"
  | "open"
  | "remove"
  | "move"
  | "clear";

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  j: 1,
  k: -1,
  PageDown: 10,
  PageUp: -10,
};
const ACTS: Readonly<Record<string, GridAct>> = {
  " ": "toggle",
  F2: "rename",
  Delete: "remove",
  m: "move",
  Escape: "clear",
};

/** Null for a key that the grid leaves to others. */
export function gridAct(event: KeyboardEvent, active: number, count: number): GridAct | null {
  const { target, key } = event;
  if (target instanceof HTMLInputElement && target.type !== "checkbox") return null;
  if (event.ctrlKey || event.metaKey) return key === "a" ? "all" : null;
  if (event.altKey) return null;
  const step = STEPS[key];
  const to = step !== undefined ? active + step : key === "Home" ? 0 : key === "End" ? count - 1 : null;
  if (to !== null)
    return { goTo: Math.max(0, Math.min(count - 1, to)), extends: event.shiftKey && step !== undefined };
  if (isEnter(event)) return (target as Element).getAttribute("role") === "row" ? "open" : null;
  return ACTS[key] ?? null;
}
