import { useSignalEffect } from "@preact/signals";
import type { ComponentType, VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Mark, ReaderView } from "../reader-view.ts";
import type { Place } from "../use-places.ts";
import { TextMarks } from "./text-marks.ts";
import { sliceAt } from "./slice-starts.ts";

/** What a format draws of one slice of the text. */
export interface SliceProps {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly places: readonly Place[];
  readonly mark: Mark | null;
  readonly onTime: ((seconds: number) => void) | null;
}

/** Distance to an end of the drawn text at which the next slice is drawn. */
const NEAR_END_PX = 1_200;
/** More drawn text slows the page down: slices at the other end go. */
const MAX_DRAWN_CHARS = 524_288;

interface Drawn {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

/**
 * A stored text in slices around a place. It draws more while the reader scrolls. Another text or place needs
 * another `key`.
 */
export function TextScroller({
  text,
  starts,
  places,
  mark,
  view,
  slice,
  class: given,
  label,
  onTime,
}: {
  text: string;
  /** Where the slices begin, from 0. */
  starts: readonly number[];
  places: readonly Place[];
  mark: Mark | null;
  view: ReaderView;
  onTime: ((seconds: number) => void) | null;
  slice: ComponentType<SliceProps>;
  class: string;
  label: string;
}): VNode {
  const scroller = useRef<HTMLDivElement>(null);
  const marks = useMemo(() => new TextMarks(mark, view), []);
  const [drawn, setDrawn] = useState<Drawn>(() => around(starts, mark?.start ?? 0));
  /** A drawn slice and its place on the screen, which more slices above must not move. */
  const kept = useRef<KeptPlace | null>(null);

  useLayoutEffect(() => () => marks.end(), []);
  const paint = (): void => {
    const host = scroller.current;
    if (host === null) return;
    keepPlace(host, kept.current);
    kept.current = null;
    marks.paint(host, (offset) => isDrawn(starts, drawn, offset));
  };
  const drawMore = (): void => {
    const host = scroller.current;
    if (host === null) return;
    const next = moreOf(host, drawn, starts, text.length);
    if (next === drawn) return;
    kept.current = placeOf(host, next);
    setDrawn(next);
  };
  useLayoutEffect(() => {
    paint();
    drawMore();
  }, [drawn]);
  useGoals(view, (offset, want) => {
    if (offset !== null) want(marks);
    if (offset === null || isDrawn(starts, drawn, offset)) paint();
    else setDrawn(around(starts, offset));
  });
  return (
    <div
      ref={scroller}
      class={`reader-scroller ${given}`}
      onScroll={drawMore}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <div class="paper" style={{ "--zoom": view.zoom.value === "fit" ? 1 : view.zoom.value }}>
        {Array.from({ length: drawn.last - drawn.first + 1 }, (_, index) => drawn.first + index).map(
          (index) => (
            <div key={index} data-slice={index}>
              <SliceView
                slice={slice}
                {...{ text, places, mark, onTime }}
                from={starts[index] ?? 0}
                to={starts[index + 1] ?? text.length}
              />
            </div>
          ),
        )}
      </div>
    </div>
  );
}

/** Goes to the hits of a search and to the offsets that the reader asks for. */
function useGoals(
  view: ReaderView,
  go: (offset: number | null, want: (marks: TextMarks) => void) => void,
): void {
  useSignalEffect(() => {
    const offset = view.wantedOffset.value;
    if (offset !== null) go(offset, (marks) => marks.wantOffset());
  });
  useSignalEffect(() => {
    const hit = view.hit.value;
    void view.hits.value;
    go(hit?.start ?? null, (marks) => marks.wantHit());
  });
}

function around(starts: readonly number[], offset: number): Drawn {
  const at = sliceAt(starts, offset);
  return { first: Math.max(0, at - 1), last: Math.min(starts.length - 1, at + 1) };
}

function isDrawn(starts: readonly number[], { first, last }: Drawn, offset: number): boolean {
  const at = sliceAt(starts, offset);
  return at >= first && at <= last;
}

function moreOf(
  { scrollTop, scrollHeight, clientHeight }: HTMLElement,
  drawn: Drawn,
  starts: readonly number[],
  length: number,
): Drawn {
  const charsOf = ({ first, last }: Drawn): number => (starts[last + 1] ?? length) - (starts[first] ?? 0);
  if (scrollTop < NEAR_END_PX && drawn.first > 0) {
    let more = { ...drawn, first: drawn.first - 1 };
    while (charsOf(more) > MAX_DRAWN_CHARS && more.last > drawn.first + 1)
      more = { ...more, last: more.last - 1 };
    return more;
  }
  if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX && drawn.last < starts.length - 1) {
    let more = { ...drawn, last: drawn.last + 1 };
    while (charsOf(more) > MAX_DRAWN_CHARS && more.first < drawn.last - 1)
      more = { ...more, first: more.first + 1 };
    return more;
  }
  return drawn;
}

interface KeptPlace {
  readonly slice: number;
  readonly top: number;
}

/** The first slice in sight that stays, with its distance from the top. */
function placeOf(host: HTMLElement, { first, last }: Drawn): KeptPlace | null {
  for (const element of host.querySelectorAll<HTMLElement>("[data-slice]")) {
    const slice = Number(element.dataset["slice"]);
    const { top, bottom } = element.getBoundingClientRect();
    if (slice >= first && slice <= last && bottom > 0) return { slice, top };
  }
  return null;
}

function keepPlace(host: HTMLElement, place: KeptPlace | null): void {
  if (place === null) return;
  const element = host.querySelector(`[data-slice="${String(place.slice)}"]`);
  if (element !== null) host.scrollTop += element.getBoundingClientRect().top - place.top;
}

/** Draws a slice again only if its part of the text has changed. */
function SliceView({ slice: Slice, ...props }: SliceProps & { slice: ComponentType<SliceProps> }): VNode {
  const { text, from, to, places, mark, onTime } = props;
  return useMemo(() => <Slice {...props} />, [Slice, text, from, to, places, mark, onTime]);
}
