import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Empty } from "../parts/empty/empty.tsx";
import { t } from "../words/t.ts";
import type { Anchor } from "./list/anchored-rows.ts";
import { MessageList } from "./list/message-list.tsx";
import type { OpenThread } from "./open-thread.ts";
import { useThread } from "./thread-context.ts";
import type { Row } from "./timeline/row.ts";

/** The list of messages, opened at the linked one, at the line last read, or at the end. */
export function ThreadRows({ rows, opensAt }: { rows: readonly Row[]; opensAt: string | null }): VNode {
  const { thread } = useThread();
  const { scroll } = thread;
  const isOpened = useRef(false);
  const firstNew = useRef("");
  useEffect(() => {
    if (isOpened.current || rows.length === 0) return;
    isOpened.current = true;
    firstNew.current = thread.firstNewKey;
    scroll?.open(placeToOpen(thread, rows, opensAt));
  }, [rows]);
  if (rows.length === 0)
    return (
      <div class="grow thread-scroll">
        <Empty>{t(thread.live.isGuest ? "public.empty" : "thread.empty")}</Empty>
      </div>
    );
  return <>{scroll !== null && <MessageList scroll={scroll} rows={rows} firstNewKey={firstNew.current} />}</>;
}

/** The linked message, else the line last read, else the end. */
function placeToOpen({ place }: OpenThread, rows: readonly Row[], opensAt: string | null): Anchor | null {
  const isThere = (key: string): boolean => rows.some((row) => row.key === key);
  if (opensAt !== null && isThere(opensAt)) return { key: opensAt, top: LINKED_TOP_PX };
  const { before } = place;
  return before !== null && isThere(before.key) ? before : null;
}

/** A linked message stands this far below the header. */
const LINKED_TOP_PX = 8;
