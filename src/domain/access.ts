/** A user's actions: `read` < `chat` < `write`. `share` includes `read`. `own` includes all. */
export const ACTIONS = ["read", "chat", "write", "share", "own"] as const;
export type Action = (typeof ACTIONS)[number];

const INCLUDED: Record<Action, readonly Action[]> = {
  read: ["read"],
  chat: ["read", "chat"],
  write: ["read", "chat", "write"],
  share: ["read", "share"],
  own: ACTIONS,
};

export function isAction(value: string): value is Action {
  return (ACTIONS as readonly string[]).includes(value);
}

/** The effective actions of the granted ones, in the order of `ACTIONS`. */
export function effectiveActions(granted: Iterable<Action>): Action[] {
  const held = new Set<Action>();
  for (const action of granted) for (const included of INCLUDED[action]) held.add(included);
  return ACTIONS.filter((action) => held.has(action));
}

/** The granted actions that each allow `action`. */
export function actionsGranting(action: Action): Action[] {
  return ACTIONS.filter((granted) => INCLUDED[granted].includes(action));
}

/** The strongest actions that both sets allow: `write` and `share` have `read` in common. */
export function commonActions(one: Iterable<Action>, other: Iterable<Action>): Action[] {
  const held = effectiveActions(other);
  const common = effectiveActions(one).filter((action) => held.includes(action));
  return common.filter((action) => !common.some((stronger) => stronger !== action && INCLUDED[stronger].includes(action)));
}

/** Parses the comma-separated list in which the database returns a user's grants along a path. */
export function parseGranted(list: string | null): Action[] {
  return (list ?? "").split(",").filter(isAction);
}
