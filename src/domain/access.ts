/**
 * Actions of a user: `write` includes `chat`, and `chat` includes `read`. `share` includes `read`. `own`
 * includes all actions.
 */
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

/** Returns the granted actions with all actions that they include, in the order of `ACTIONS`. */
export function effectiveActions(granted: Iterable<Action>): Action[] {
  const held = new Set<Action>();
  for (const action of granted) for (const included of INCLUDED[action]) held.add(included);
  return ACTIONS.filter((action) => held.has(action));
}

/** Returns the actions that include `action`. A grant of any of them suffices. */
export function actionsGranting(action: Action): Action[] {
  return ACTIONS.filter((granted) => INCLUDED[granted].includes(action));
}

/** Returns the strongest actions that both sets allow. For example, `write` and `share` both allow `read`. */
export function commonActions(one: Iterable<Action>, other: Iterable<Action>): Action[] {
  const held = effectiveActions(other);
  const common = effectiveActions(one).filter((action) => held.includes(action));
  return common.filter(
    (action) => !common.some((stronger) => stronger !== action && INCLUDED[stronger].includes(action)),
  );
}

/** Parses the comma-separated list of a user's grants along a path, as a query returns it. */
export function parseGranted(list: string | null): Action[] {
  return (list ?? "").split(",").filter(isAction);
}
