import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { Button } from "../parts/button/button.tsx";
import { Popover } from "../parts/menu/popover.tsx";
import { Tag } from "../parts/tag/tag.tsx";
import { CITATION_LOOKS } from "../parts/tag/citation-looks.ts";
import { t } from "../words/t.ts";
import type { CitationState } from "./citation-states.ts";
import { hideCard } from "./citation-chip.tsx";
import { sourceText } from "./source-text.ts";
import { useThread } from "./thread-context.ts";
import type { Cited } from "./timeline/stored-messages.ts";

const HIDE_AFTER_MS = 250;

/**
 * The quote beside its number. The quote is in the answer already; surroundings and state follow from the
 * service.
 */
export function HoverCard(): VNode | null {
  const { thread, openSource } = useThread();
  const { card, states } = thread;
  const { value } = card;
  const id = value?.cited.id ?? "";
  useEffect(() => {
    if (id !== "") states.check(id);
  }, [id]);
  if (value === null) return null;
  const { cited, anchor } = value;
  const state = states.of(id).value;
  return (
    <Popover
      key={id}
      anchor={anchor}
      label={t("source.number", { number: cited.ordinal })}
      onClose={() => (card.value = null)}
    >
      <CardContent
        cited={cited}
        state={state}
        onLeave={() => setTimeout(() => hideCard(card, id), HIDE_AFTER_MS)}
        onOpen={
          openSource &&
          (() => {
            card.value = null;
            openSource(cited, anchor);
          })
        }
      />
    </Popover>
  );
}

/** The quote in its surroundings, the document, the state, and the way to the reader. */
export function CardContent({
  cited,
  state,
  onOpen,
  onLeave,
}: {
  cited: Cited;
  state: CitationState;
  /** Null for guests, who may open no document. */
  onOpen: (() => void) | null;
  onLeave?: () => void;
}): VNode {
  return (
    <div class="hover-card column" onMouseLeave={onLeave}>
      <Quote cited={cited} state={state} />
      <p class="small cut-middle" title={cited.displayName}>
        <bdi>{sourceText(cited)}</bdi>
      </p>
      <div class="row hover-card-foot">
        <StateTag cited={cited} state={state} />
        <span class="grow" />
        {onOpen !== null && (
          <Button size="small" onClick={onOpen}>
            {t("source.open")}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Characters of the surroundings on each side. */
const AROUND_CHARS = 80;

export function Quote({ cited, state: { check } }: { cited: Cited; state: CitationState }): VNode {
  const place = check?.place ?? null;
  const around = place !== null && place.quote === cited.quote ? place : null;
  return (
    <blockquote class="quote" dir="auto">
      {around !== null && <span class="muted">{endOfText(around.before)}</span>}
      <mark>{cited.quote}</mark>
      {around !== null && <span class="muted">{startOfText(around.after)}</span>}
    </blockquote>
  );
}

function endOfText(text: string): string {
  return text.length <= AROUND_CHARS ? text : `… ${text.slice(-AROUND_CHARS).replace(/^\S*\s/, "")}`;
}

function startOfText(text: string): string {
  return text.length <= AROUND_CHARS ? text : `${text.slice(0, AROUND_CHARS).replace(/\s\S*$/, "")} …`;
}

/** The state of a citation by word and sign. */
export function StateTag({
  cited: { support },
  state: { check, hasFailed },
}: {
  cited: Cited;
  state: CitationState;
}): VNode {
  return (
    <>
      {check !== null && <Tag {...CITATION_LOOKS[check.state]}>{t(`state.${check.state}`)}</Tag>}
      {check === null && hasFailed && <span class="small muted">{t("source.checkFailed")}</span>}
      {support !== "" && support !== "quoted" && <span class="small muted">{t(`support.${support}`)}</span>}
    </>
  );
}
