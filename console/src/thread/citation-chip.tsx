import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../words/t.ts";
import type { CitationState } from "./citation-states.ts";
import type { OpenThread } from "./open-thread.ts";
import { sourceText } from "./source-text.ts";
import { useThread } from "./thread-context.ts";
import type { Cited } from "./timeline/stored-messages.ts";

const SHOW_AFTER_MS = 150;
/** Time to move the pointer from the number to its card. */
const HIDE_AFTER_MS = 250;

/** The number of a source in an answer: its card by hover, focus or touch, its document by click. */
export function CitationChip({ cited }: { cited: Cited }): VNode {
  const { thread, openSource } = useThread();
  const { states, card, openCitation } = thread;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const state = states.of(cited.id).value;
  const isOpen = openCitation.value === cited.id;
  const show = (anchor: Element, afterMs: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      card.value = { cited, anchor };
    }, afterMs);
  };
  const hide = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => hideCard(card, cited.id), HIDE_AFTER_MS);
  };
  return (
    <button
      type="button"
      class={`chip ${stateClass(state, cited)} ${isOpen ? "on" : ""}`}
      data-citation={cited.id}
      aria-label={chipName(cited, state)}
      aria-expanded={isOpen}
      onMouseEnter={(event) => show(event.currentTarget, SHOW_AFTER_MS)}
      onMouseLeave={hide}
      onFocus={(event) => {
        if (event.currentTarget.matches(":focus-visible")) show(event.currentTarget, SHOW_AFTER_MS);
      }}
      onBlur={hide}
      onClick={(event) => {
        clearTimeout(timer.current);
        const isTouch = (event as unknown as PointerEvent).pointerType === "touch";
        if (openSource === null) return show(event.currentTarget, 0);
        if (isTouch && card.value?.cited.id !== cited.id) return show(event.currentTarget, 0);
        card.value = null;
        openSource(cited, event.currentTarget);
      }}
    >
      {cited.ordinal}
    </button>
  );
}

/** The number of a deleted document: nothing can be opened. */
export function GoneChip({ number }: { number: number }): VNode {
  const name = t("source.name", { number, source: t("state.gone") });
  return (
    <span class="chip gone" role="img" aria-label={name} title={name}>
      {number}
    </span>
  );
}

/** Hides the card of a citation, unless the pointer is over it. */
export function hideCard(card: OpenThread["card"], citationId: string): void {
  const isHeld = document.querySelector(".popover:hover") !== null;
  if (card.value?.cited.id === citationId && !isHeld) card.value = null;
}

/** "Source 1: agreement.pdf, page 7. Stands there word for word" */
export function chipName(cited: Cited, state: CitationState): string {
  const name = t("source.name", { number: cited.ordinal, source: sourceText(cited) });
  return [name, ...stateWords(state, cited)].join(". ");
}

/** The state in words: the service's check, otherwise how the answer's sentences rest on the source. */
export function stateWords({ check }: CitationState, { support }: Cited): string[] {
  const checked = check === null ? [] : [t(`state.${check.state}`)];
  const isWeak = support === "unverified" || support === "contradicted";
  return isWeak ? [...checked, t(`support.${support}`)] : checked;
}

function stateClass({ check }: CitationState, { support }: Cited): string {
  if (check !== null && check.state !== "valid") return check.state;
  return support === "unverified" || support === "contradicted" ? "weak" : "";
}
