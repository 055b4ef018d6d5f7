import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Empty } from "../parts/empty/empty.tsx";
import { Skeleton } from "../parts/skeleton/skeleton.tsx";
import { t } from "../words/t.ts";
import type { Anchor } from "./list/anchored-rows.ts";
import { MessageList } from "./list/message-list.tsx";
import type { OpenThread } from "./open-thread.ts";
import { useThread } from "./thread-context.ts";
import type { Row } from "./timeline/row.ts";

/**
 * The list of messages, opened at the linked one, at the line last read, or at the end.
 * @param opensAt a message or a citation
 */
export function ThreadRows({ rows, opensAt }: { rows: readonly Row[]; opensAt: string | null }): VNode {
  const { thread } = useThread();
  const { scroll } = thread;
  const isOpened = useRef(false);
  const firstNew = useRef("");
  const [hasReached, setReached] = useState(false);
  const place = opensAt ?? thread.place.before?.key ?? null;
  const isOnWay =
    !isOpened.current && !hasReached && rows.length > 0 && place !== null && !isKnown(thread, place);
  useEffect(() => {
    if (isOnWay) void thread.reach(place).then(() => setReached(true));
  }, [isOnWay]);
  useEffect(() => {
    if (isOpened.current || rows.length === 0 || isOnWay) return;
    isOpened.current = true;
    firstNew.current = thread.firstNewKey;
    scroll?.open(placeToOpen(thread, opensAt));
  }, [rows, isOnWay]);
  if (isOnWay)
    return (
      <div class="grow">
        <Skeleton lines={6} />
      </div>
    );
  if (rows.length === 0)
    return (
      <div class="grow thread-scroll">
        <Empty>{t(thread.live.isGuest ? "public.empty" : "thread.empty")}</Empty>
      </div>
    );
  return <>{scroll !== null && <MessageList scroll={scroll} rows={rows} firstNewKey={firstNew.current} />}</>;
}

/** Whether the list can open there: the history holds the place, or has no older part. */
function isKnown(thread: OpenThread, place: string): boolean {
  return thread.keyOf(place) !== null || !thread.live.timeline.peek().hasOlder;
}

/** The linked message, else the line last read, else the end. */
function placeToOpen(thread: OpenThread, opensAt: string | null): Anchor | null {
  const linked = opensAt === null ? null : thread.keyOf(opensAt);
  if (linked !== null) return { key: linked, top: LINKED_TOP_PX };
  const { before } = thread.place;
  return before !== null && thread.keyOf(before.key) !== null ? before : null;
}

/** A linked message stands this far below the header. */
const LINKED_TOP_PX = 8;
