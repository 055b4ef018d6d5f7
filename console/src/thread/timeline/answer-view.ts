import type { Draft } from "../../data/client.ts";
import { idFromBytes } from "../../data/ids.ts";
import type { AnswerSlot } from "./answer-slots.ts";
import type { HeardText } from "./heard-events.ts";
import { messageTime } from "./message-time.ts";
import type { AnswerView } from "./row.ts";
import type { StoredMessage } from "./stored-messages.ts";

export interface AnswerParts {
  readonly slot: AnswerSlot;
  /** The shown version in the history. */
  readonly stored: StoredMessage | null;
  /** The shown version in later events. */
  readonly heard: HeardText | undefined;
  readonly draft: Draft | undefined;
  /** Unfinished answers before this one. */
  readonly place: number;
}

/** One answer from everything that is known of its shown version: the finished text before drafts. */
export function answerView(key: string, { slot, stored, heard, draft, place }: AnswerParts): AnswerView {
  const known = {
    ...UNKNOWN,
    key,
    questionId: slot.questionId,
    id: slot.shown,
    place,
    version: slot.isReplaced ? null : (stored?.message.answerVersion ?? null),
    hasVersions: slot.isReplaced || (stored?.message.answerVersions ?? 0) > 1,
    at: timeOf(slot, stored),
  };
  // The events that follow a page may begin in the middle of a text, but the page then has the whole text.
  const isStored = stored?.message.isComplete === true;
  const told = heard?.isDone === true ? finishedByEvent(heard) : null;
  if (isStored) return { ...known, ...finishedInHistory(stored), pendingAssets: told?.pendingAssets ?? null };
  if (told !== null) return { ...known, ...told };
  const text = draft?.text ?? heard?.parts.join("") ?? stored?.message.content ?? "";
  const proven = draft?.proven ?? text.length;
  if (text !== "") return { ...known, state: "writing", text, proven };
  return { ...known, isRestarted: draft !== undefined };
}

const UNKNOWN = {
  state: "waiting",
  text: "",
  proven: 0,
  isRestarted: false,
  citations: [],
  sentences: [],
  droppedSentences: 0,
  writer: "",
  passedOver: [],
  pendingAssets: null,
  suggestions: [],
  endedAs: null,
  stoppedBy: null,
  ownRating: "",
} as const;

type Finished = Pick<
  AnswerView,
  | "state"
  | "text"
  | "proven"
  | "citations"
  | "sentences"
  | "droppedSentences"
  | "writer"
  | "passedOver"
  | "pendingAssets"
  | "suggestions"
  | "endedAs"
  | "stoppedBy"
  | "ownRating"
>;

/** The service ends the text of a stopped answer with this line. The page says it in the person's language. */
const STOPPED_LINE = "This answer was stopped.";

const shownText = (text: string, state: string): string =>
  state === "cancelled" && text.endsWith(STOPPED_LINE) ? text.slice(0, -STOPPED_LINE.length).trimEnd() : text;

function finishedByEvent({ parts, last }: HeardText): Finished {
  const { provenance, textSuggestions } = last;
  const text = shownText(parts.join(""), provenance.state);
  return {
    state: "done",
    text,
    proven: text.length,
    citations: provenance.citations,
    sentences: provenance.sentences,
    droppedSentences: provenance.droppedSentences,
    writer: provenance.processedByModel,
    passedOver: provenance.passedOver,
    pendingAssets: provenance.pendingAssets,
    suggestions: textSuggestions,
    endedAs: provenance.state === "pending" ? null : provenance.state,
    stoppedBy: provenance.stoppedBy === "" ? null : provenance.stoppedBy,
    ownRating: "",
  };
}

/** A stored answer. Also for versions that the thread does not show. */
export function finishedInHistory({
  message,
  citations,
}: Pick<StoredMessage, "message" | "citations">): Finished {
  const text = shownText(message.content, message.state);
  return {
    state: "done",
    text,
    proven: text.length,
    citations,
    sentences: message.sentences,
    droppedSentences: message.droppedSentences,
    writer: message.processedByModel,
    passedOver: message.passedOver,
    pendingAssets: null,
    suggestions: message.textSuggestions,
    endedAs: message.state === "pending" ? null : message.state,
    stoppedBy: message.stoppedBy === null ? null : idFromBytes("user", message.stoppedBy),
    ownRating: message.ownRating,
  };
}

function timeOf({ shown }: AnswerSlot, stored: StoredMessage | null): number {
  const createdAt = stored?.message.metadata.createdAt ?? null;
  if (createdAt !== null) return Date.parse(createdAt);
  return shown === null ? 0 : messageTime(shown);
}
