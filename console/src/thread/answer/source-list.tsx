import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../parts/icon/icon.tsx";
import { Tag } from "../../parts/tag/tag.tsx";
import { t } from "../../words/t.ts";
import { CITATION_LOOKS } from "../../parts/tag/citation-looks.ts";
import { placeWords } from "../../reader/place-words.ts";
import { useThread } from "../thread-context.ts";
import type { Cited } from "../timeline/stored-messages.ts";

/** Sources that stay in sight for this long are checked. */
const CHECK_AFTER_MS = 2_000;

/**
 * The sources of an answer under the numbers of its text.
 * @param gone the numbers of deleted documents
 */
export function SourceList({
  citations,
  gone = [],
}: {
  citations: readonly Cited[];
  gone?: readonly number[];
}): VNode | null {
  const { states } = useThread().thread;
  const list = useRef<HTMLOListElement>(null);
  const forgotten = states.forgotten.value;
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(([entry]) => {
      clearTimeout(timer);
      if (entry?.isIntersecting !== true) return;
      timer = setTimeout(() => {
        states.checkAll(citations.map(({ id }) => id));
      }, CHECK_AFTER_MS);
    });
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [citations, forgotten]);
  const rows = [
    ...citations.map((cited) => ({ at: cited.ordinal, row: <SourceRow key={cited.id} cited={cited} /> })),
    ...gone.map((number) => ({ at: number, row: <GoneRow key={number} number={number} /> })),
  ].toSorted((one, other) => one.at - other.at);
  if (rows.length === 0) return null;
  return (
    <ol ref={list} class="sources" aria-label={t("source.list")}>
      {rows.map(({ row }) => row)}
    </ol>
  );
}

/** The source of a deleted document, of which the service tells nothing. */
function GoneRow({ number }: { number: number }): VNode {
  return (
    <li>
      <span class="source small">
        <span class="chip gone">{number}</span>
        <Icon name="document" />
        <span class="cut" title={t("reader.goneText")}>
          {t("reader.goneText")}
        </span>
        <Tag {...CITATION_LOOKS.gone}>{t("state.gone")}</Tag>
      </span>
    </li>
  );
}

function SourceRow({ cited }: { cited: Cited }): VNode {
  const { thread, openSource } = useThread();
  const { live, openCitation } = thread;
  const isOpen = openCitation.value === cited.id;
  if (openSource === null)
    return (
      <li>
        <span class="source small">
          <SourceName cited={cited} isOpen={false} />
        </span>
      </li>
    );
  return (
    <li>
      <a
        class={`source small ${isOpen ? "on" : ""}`}
        href={`/t/${live.threadId}?s=${cited.id}`}
        {...(isOpen ? { "aria-current": "true" as const } : {})}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          event.stopPropagation();
          openSource(cited, event.currentTarget);
        }}
      >
        <SourceName cited={cited} isOpen={isOpen} />
        <SourceState cited={cited} />
      </a>
    </li>
  );
}

function SourceName({ cited, isOpen }: { cited: Cited; isOpen: boolean }): VNode {
  const name = cited.displayName === "" ? t("source.unnamed") : cited.displayName;
  const place = placeWords(cited.locator);
  return (
    <>
      <span class={`chip ${isOpen ? "on" : ""}`}>{cited.ordinal}</span>
      <Icon name="document" />
      <span class="cut" title={`${name} ${place}`}>
        <bdi>{name}</bdi>
        <span class="muted source-place"> {place}</span>
      </span>
    </>
  );
}

/** A tick for the normal state, a word for all others. */
function SourceState({ cited }: { cited: Cited }): VNode {
  const { states } = useThread().thread;
  const { check, hasFailed } = states.of(cited.id).value;
  if (check === null) return <span class="muted">{hasFailed ? t("source.checkFailed") : ""}</span>;
  if (check.state === "valid")
    return (
      <span class="source-valid" title={t("state.valid")}>
        <Icon name="check" />
        <span class="unseen">{t("state.valid")}</span>
      </span>
    );
  return <Tag {...CITATION_LOOKS[check.state]}>{t(`state.${check.state}`)}</Tag>;
}
