import type { VNode } from "preact";
import { clock } from "../place-words.ts";
import { TextPiece } from "./piece.tsx";
import type { SliceProps } from "./text-scroller.tsx";

/** Captions, or a transcription: each cue with its time, which starts the sound there. */
export function CueSlice({ text, from, to, places, onTime }: SliceProps): VNode {
  const cues = places.filter(({ start, locator }) => start >= from && start < to && locator.kind === "time");
  return (
    <ol class="cues">
      {cues.map(({ start, end, locator }) => {
        const words = text.slice(start, end);
        const seconds = locator.kind === "time" ? locator.start : 0;
        const time = clock(seconds);
        return (
          <li key={start} class="cue">
            {onTime === null ? (
              <span class="cue-time small numbers">{time}</span>
            ) : (
              <button type="button" class="cue-time small numbers" onClick={() => onTime(seconds)}>
                {time}
              </button>
            )}
            <span dir="auto">
              <TextPiece piece={{ at: start, text: words.trimEnd() }} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
