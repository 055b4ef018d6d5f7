/** The widths of the three columns, kept on this device. */
import { signal } from "@preact/signals";
import { keptSignal } from "../../data/kept.ts";

export const SIDE_MIN_PX = 208;
export const SIDE_MAX_PX = 420;
export const ASIDE_MIN_PX = 440;

export const sideWidth = keptSignal("sideWidth", 264);
export const asideWidth = keptSignal("asideWidth", 620);
/** Whether the third column is open. `Page` sets it. */
export const hasAside = signal(false);

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
