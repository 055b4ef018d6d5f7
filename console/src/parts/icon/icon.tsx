import type { VNode } from "preact";
import { ICON_PATHS, type IconName } from "./icon-paths.ts";

/** A decorative icon: the control around it has the name. */
export function Icon({ name, class: given = "" }: { name: IconName; class?: string }): VNode {
  return (
    <svg class={`icon icon-${name} ${given}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
