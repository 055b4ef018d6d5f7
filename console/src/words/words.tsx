import type { ComponentChildren, VNode } from "preact";
import { type Key, pieces } from "./t.ts";

/** A text whose parameters are elements: `<Words of="home.lead" with={{ mark: <mark>…</mark> }} />`. */
export function Words({
  of,
  with: values,
}: {
  of: Key;
  with: Readonly<Record<string, ComponentChildren>>;
}): VNode {
  return <>{pieces(of, values).map((piece) => (typeof piece === "string" ? piece : piece.value))}</>;
}
