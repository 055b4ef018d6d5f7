import type { ComponentChildren, VNode } from "preact";
import { Icon } from "../icon/icon.tsx";
import type { IconName } from "../icon/icon-paths.ts";

type Kind = "calm" | "ok" | "info" | "warn" | "bad" | "plain";

const SIGNS: Readonly<Record<Kind, IconName | null>> = {
  calm: "check",
  ok: "check",
  info: "clock",
  warn: "alert",
  bad: "alert",
  plain: null,
};

/** A state in a word and a sign. `calm` is for the normal state and has no color. */
export function Tag({
  kind = "plain",
  icon,
  children,
}: {
  kind?: Kind;
  icon?: IconName;
  children: ComponentChildren;
}): VNode {
  const sign = icon ?? SIGNS[kind];
  return (
    <span class={`tag ${kind}`}>
      {sign !== null && <Icon class="small" name={sign} />}
      {children}
    </span>
  );
}
