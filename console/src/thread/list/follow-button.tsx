import type { VNode } from "preact";
import { Button } from "../../parts/button/button.tsx";
import { t } from "../../words/t.ts";
import { useThread } from "../thread-context.ts";
import { NOTHING_BELOW } from "./list-scroll.ts";

const LINE_PX = 27;

/** Leads to what came or grew out of sight. */
export function FollowButton(): VNode | null {
  const { scroll } = useThread().thread;
  const { px, rows, grownPx } = scroll?.below.value ?? NOTHING_BELOW;
  const lines = Math.round(grownPx / LINE_PX);
  if (px === 0 || rows + lines === 0) return null;
  const told = rows > 0 ? t("thread.newMessages", { count: rows }) : t("thread.newLines", { count: lines });
  return (
    <div class="follow">
      <Button size="small" icon="down" onClick={() => scroll?.follow()}>
        {rows > 0 ? told : `${t("thread.follow")} · ${told}`}
      </Button>
    </div>
  );
}
