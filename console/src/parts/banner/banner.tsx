import type { ComponentChildren, VNode } from "preact";
import { Icon } from "../icon/icon.tsx";

type Kind = "info" | "warn" | "bad" | "plain";

/** A line below the header that concerns the whole page. */
export function Banner({ kind = "info", children }: { kind?: Kind; children: ComponentChildren }): VNode {
  return (
    <div class={`banner row small ${kind}`} role={kind === "bad" ? "alert" : "status"}>
      <Icon name={kind === "bad" || kind === "warn" ? "alert" : "clock"} />
      <div class="grow row banner-text">{children}</div>
    </div>
  );
}
