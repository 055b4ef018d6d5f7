import type { VNode } from "preact";
import { placeWords } from "../place-words.ts";
import { placeAt } from "../use-places.ts";
import { BlockSlice } from "./block-slice.tsx";
import type { SliceProps } from "./text-scroller.tsx";

/** One slide as a card: its title, its text, and the speaker's notes as they stand in the text. */
export function SlideSlice(props: SliceProps): VNode {
  const place = placeAt(props.places, props.from);
  const label = placeWords(place?.locator ?? null);
  return (
    <section class="slide" aria-label={label}>
      <p class="slide-number small numbers">{label}</p>
      <BlockSlice {...props} />
    </section>
  );
}
