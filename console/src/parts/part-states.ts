import type { VNode } from "preact";

/** A part in each of its states, for `/styles`, axe and the pictures. */
export interface PartStates {
  readonly part: string;
  /** One picture for each state. The function is a component, so it may use hooks. */
  readonly states: Readonly<Record<string, () => VNode>>;
}
