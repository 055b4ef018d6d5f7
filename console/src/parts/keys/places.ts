/** The last pages that the person opened on this device. */
import { keptSignal } from "../../data/kept.ts";

const KEPT = 8;
const HAS_TITLE = /^\/[cdt]\//;

export interface Place {
  readonly title: string;
  readonly path: string;
}

export const lastPlaces = keptSignal<readonly Place[]>("lastPlaces", []);

/** Notes a collection, document or thread that is on the screen. */
export function notePlace(title: string, path: string): void {
  if (!HAS_TITLE.test(path) || title === "") return;
  const others = lastPlaces.peek().filter((place) => place.path !== path);
  lastPlaces.value = [{ title, path }, ...others].slice(0, KEPT);
}
