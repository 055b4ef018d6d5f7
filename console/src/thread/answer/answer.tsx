import type { VNode } from "preact";
import { AnswerText } from "../answer-text/answer-text.tsx";
import { goneNumbers } from "../answer-text/gone-numbers.ts";
import { Button } from "../../parts/button/button.tsx";
import { Tag } from "../../parts/tag/tag.tsx";
import { t } from "../../words/t.ts";
import type { ReadParts } from "../summary-progress.ts";
import { useThread } from "../thread-context.ts";
import type { AnswerView } from "../timeline/row.ts";
import { AnswerActions } from "./answer-actions.tsx";
import { useVersions, type ViewedVersion } from "./versions.tsx";
import { SourceList } from "./source-list.tsx";
import { SupportLine } from "./support-line.tsx";
import { WriterLine } from "./writer-line.tsx";

/** One answer in whatever state it is. */
export function Answer({ answer }: { answer: AnswerView }): VNode {
  if (answer.state === "waiting") return <Waiting answer={answer} />;
  return <Written answer={answer} />;
}

/** A draft or a finished answer. The elements of a long draft stay in the page when the answer is finished. */
function Written({ answer: shown }: { answer: AnswerView }): VNode {
  const viewed = useVersions(shown);
  const { state, text, citations, sentences, proven, endedAs } = viewed.answer;
  const isDraft = state === "writing";
  return (
    <div class="answer">
      {endedAs === "failed" && <Tag kind="bad">{t("answer.failed")}</Tag>}
      <AnswerText
        text={text}
        citations={isDraft ? NOTHING : citations}
        sentences={isDraft ? NOTHING : sentences}
        proven={isDraft ? proven : text.length}
      />
      {isDraft ? <Writing questionId={shown.questionId} /> : <Rest viewed={viewed} />}
    </div>
  );
}

/** Everything below the text of a finished answer. */
function Rest({ viewed }: { viewed: ViewedVersion }): VNode {
  const { live } = useThread().thread;
  const { text, citations, droppedSentences, suggestions } = viewed.answer;
  return (
    <>
      <Stopped answer={viewed.answer} />
      <SourceList citations={citations} gone={goneNumbers(text, citations)} />
      {droppedSentences > 0 && <p class="small muted">{t("answer.dropped", { count: droppedSentences })}</p>}
      <Pending answer={viewed.answer} />
      {!live.isGuest && <AnswerActions viewed={viewed} />}
      <p class="caption muted">
        <WriterLine answer={viewed.answer} /> <SupportLine answer={viewed.answer} />
      </p>
      <FollowUps suggestions={suggestions} />
    </>
  );
}

function Stopped({ answer: { endedAs, stoppedBy } }: { answer: AnswerView }): VNode | null {
  const { live } = useThread().thread;
  if (endedAs !== "cancelled") return null;
  const name = stoppedBy === null ? "" : live.nameOf(stoppedBy);
  return (
    <p class="small">
      <Tag icon="stop">{name === "" ? t("answer.stopped") : t("answer.stoppedBy", { name })}</Tag>
    </p>
  );
}

/** Documents that the answer could not use, because they were not read. */
function Pending({ answer }: { answer: AnswerView }): VNode | null {
  const { live } = useThread().thread;
  const count = answer.pendingAssets ?? 0;
  if (count === 0) return null;
  const areRead =
    !live.isGuest && (live.timeline.value.head?.thread.knowledgeProvenance.pendingAssets ?? 0) === 0;
  return (
    <p class="small muted">
      {t("answer.pending", { count })} {areRead && t("answer.pendingRead")}{" "}
      {areRead && live.mayChat.value && (
        <Button size="small" icon="again" onClick={() => void live.askAgain(answer)}>
          {t("answer.askAgain")}
        </Button>
      )}
    </p>
  );
}

function Waiting({ answer }: { answer: AnswerView }): VNode {
  const { place, isRestarted } = answer;
  const { summary } = useThread().thread.live;
  // The thread writes one answer at a time.
  const reading = place === 0 ? summary.now.value : null;
  if (reading !== null) return <Reading questionId={answer.questionId} {...reading} />;
  const told =
    place > 0 ? t("answer.waits", { count: place }) : t(isRestarted ? "answer.restarted" : "answer.begins");
  return (
    <div class="answer writing row small muted">
      <span class={isRestarted ? "fading" : ""}>{told}</span>
      <span class="grow" />
      <StopButton questionId={answer.questionId} />
    </div>
  );
}

/** A model reads documents that are longer than it can take at once. */
function Reading({ questionId, read, parts }: ReadParts & { questionId: string }): VNode {
  const told = parts === 0 ? t("answer.reads") : t("answer.readsParts", { read, parts });
  return (
    <div class="answer writing row wraps small muted">
      <span>{told}</span>
      {parts > 0 && <progress aria-label={t("answer.reads")} value={read} max={parts} />}
      <span class="grow" />
      <StopButton questionId={questionId} />
    </div>
  );
}

function Writing({ questionId }: { questionId: string }): VNode {
  return (
    <div class="writing row small muted">
      <span class="caret" aria-hidden="true" />
      <span>{t("answer.writing")}</span>
      <span class="grow" />
      <StopButton questionId={questionId} />
    </div>
  );
}

const NOTHING: readonly never[] = [];

function StopButton({ questionId }: { questionId: string }): VNode | null {
  const { live } = useThread().thread;
  if (!live.mayChat.value) return null;
  return (
    <Button size="small" icon="stop" onClick={() => void live.stop(questionId)}>
      {t("answer.stop")}
    </Button>
  );
}

/** Questions that the documents answer: a click asks them. */
function FollowUps({ suggestions }: { suggestions: readonly string[] }): VNode | null {
  const { thread } = useThread();
  if (suggestions.length === 0 || !thread.live.mayChat.value) return null;
  return (
    <ul class="follow-ups row" aria-label={t("answer.followUps")}>
      {suggestions.slice(0, MAX_FOLLOW_UPS).map((suggestion) => (
        <li key={suggestion}>
          <button type="button" class="follow-up small" dir="auto" onClick={() => thread.ask(suggestion)}>
            {suggestion}
          </button>
        </li>
      ))}
    </ul>
  );
}

const MAX_FOLLOW_UPS = 3;
