import { useSignalEffect } from "@preact/signals";
import type { ComponentType, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { isCode, type TextKind } from "../original-kind.ts";
import type { Mark, ReaderView } from "../reader-view.ts";
import type { Place } from "../use-places.ts";
import { BlockSlice } from "./block-slice.tsx";
import { CueSlice } from "./cue-slice.tsx";
import { GridSlice } from "./grid-slice.tsx";
import { LineSlice } from "./line-slice.tsx";
import { MailSlice } from "./mail-slice.tsx";
import { SlideSlice } from "./slide-slice.tsx";
import { sliceStarts } from "./slice-starts.ts";
import { type SliceProps, TextScroller } from "./text-scroller.tsx";

const SLICES: Readonly<Record<TextKind, ComponentType<SliceProps>>> = {
  lines: LineSlice,
  blocks: BlockSlice,
  grid: GridSlice,
  slides: SlideSlice,
  mail: MailSlice,
  cues: CueSlice,
};
/** Kinds whose slices are places: a slide, a message. */
const SLICED_BY: Readonly<Partial<Record<TextKind, Place["locator"]["kind"]>>> = {
  slides: "slide",
  mail: "part",
};
/** Kinds that cannot be drawn without places. */
const NEEDS: Readonly<Partial<Record<TextKind, Place["locator"]["kind"]>>> = {
  slides: "slide",
  cues: "time",
};

export interface TextViewProps {
  readonly text: string;
  readonly kind: TextKind;
  readonly strategy: string;
  readonly places: readonly Place[];
  readonly mark: Mark | null;
  readonly view: ReaderView;
  readonly label: string;
  /** Starts the sound at a second; null without a sound. */
  readonly onTime: ((seconds: number) => void) | null;
}

/** The stored text in the view of its format. */
export function TextView({ kind: wanted, strategy, ...props }: TextViewProps): VNode {
  const { text, places, view } = props;
  useSignalEffect(() => {
    const zoom = view.zoom.value;
    view.percent.value = zoom === "fit" ? 100 : Math.round(zoom * 100);
  });
  const needed = NEEDS[wanted];
  const isPlaced = needed === undefined || places.some(({ locator }) => locator.kind === needed);
  const kind = isPlaced ? wanted : "blocks";
  const starts = useMemo(() => {
    const border = SLICED_BY[kind];
    const borders = places.filter(({ locator }) => locator.kind === border).map(({ start }) => start);
    return borders.length === 0 ? sliceStarts(text) : [...new Set([0, ...borders.slice(1)])];
  }, [text, places, kind]);
  const code = isCode(strategy) ? "code" : "prose";
  return (
    <TextScroller
      {...props}
      starts={starts}
      slice={SLICES[kind]}
      class={kind === "lines" ? `lines ${code}` : kind}
    />
  );
}
