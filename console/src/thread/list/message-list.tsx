import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../../parts/button/button.tsx";
import { t } from "../../words/t.ts";
import { RowView } from "../row-view.tsx";
import { useThread } from "../thread-context.ts";
import type { Row } from "../timeline/row.ts";
import type { ListScroll } from "./list-scroll.ts";

/** The rows of the thread. Only those around the visible part are in the page. */
export function MessageList({
  scroll,
  rows,
  firstNewKey,
}: {
  scroll: ListScroll<Row>;
  rows: readonly Row[];
  /** The first row that came after the last visit. */
  firstNewKey: string;
}): VNode {
  const { live, place } = useThread().thread;
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLDivElement>(null);
  const filler = useRef<HTMLDivElement>(null);
  const { first, last, beforePx, afterPx } = scroll.draw(rows);
  const { hasOlder } = live.timeline.value;
  useLayoutEffect(() => {
    if (scroller.current === null || before.current === null || filler.current === null) return;
    return scroll.attach({ scroller: scroller.current, before: before.current, filler: filler.current });
  }, [scroll]);
  useLayoutEffect(() => scroll.settle());
  return (
    <div
      ref={scroller}
      class="thread-scroll grow"
      role="region"
      aria-label={t("thread.messages")}
      tabIndex={0}
    >
      {hasOlder && <OlderButton />}
      <div ref={before} style={{ blockSize: `${beforePx}px` }} />
      {rows.slice(first, last).map((row, at) => (
        <RowView
          key={row.key}
          row={row}
          position={first + at + 1}
          // Older rows are not counted before they are read.
          count={hasOlder ? -1 : rows.length}
          newSince={row.key === firstNewKey ? (place.before?.at ?? null) : null}
        />
      ))}
      <div style={{ blockSize: `${afterPx}px` }} />
      <div ref={filler} />
    </div>
  );
}

function OlderButton(): VNode {
  const { live } = useThread().thread;
  return (
    <div class="older">
      <Button
        size="small"
        kind="quiet"
        aria-disabled={live.isReadingOlder.value}
        onClick={() => void live.readOlder()}
      >
        {t(live.isReadingOlder.value ? "thread.loading" : "thread.older")}
      </Button>
    </div>
  );
}
