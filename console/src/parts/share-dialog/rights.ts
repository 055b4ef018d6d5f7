import type { Schemas } from "../../data/client.ts";
import { t } from "../../words/t.ts";

type Action = Schemas["Action"];

/** The rights that a person chooses among. Each has those before it. */
export const RIGHTS = ["read", "chat", "write", "share", "own"] as const;
export type Right = (typeof RIGHTS)[number];

const ACTIONS: Readonly<Record<Right, readonly Action[]>> = {
  read: ["read"],
  chat: ["read", "chat"],
  write: ["read", "chat", "write"],
  share: ["read", "chat", "write", "share"],
  own: ["own"],
};

export function actionsOf(right: Right): Action[] {
  return [...ACTIONS[right]];
}

/** The highest right among actions. */
export function rightOf(actions: readonly string[]): Right {
  return RIGHTS.findLast((right) => actions.includes(right)) ?? "read";
}

export function rightWord(right: Right): string {
  return right === "share" ? t("rights.shareAll") : t(`rights.${right}`);
}
