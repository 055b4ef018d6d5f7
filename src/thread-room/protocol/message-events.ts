import type { FinishedAnswer } from "../../answering/finalize-answer.ts";
import type { EventOf, ThreadEvent } from "../../domain/events.ts";
import { SERVICE_USER_ID } from "../../domain/ids.ts";
import type { AnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import { bytes, dated, type EventRef, placed } from "./event-fields.ts";
import { promptEvent } from "./prompt-events.ts";
import type { Turn } from "../queue/turn-store.ts";

/** Largest scope in an event. The log stores an event in one row, so larger scopes are truncated. */
const MAX_ROOTS = 2_000;

type Text = EventOf<"textV1">;

const NO_PROVENANCE: Text["provenance"] = {
  citations: [],
  droppedSentences: 0,
  sentences: [],
  inputTokens: 0,
  interpretedAs: "",
  outputTokens: 0,
  passedOver: [],
  pendingAssets: 0,
  processedByModel: "",
  replaces: "",
  scoped: {
    citations: [],
    collectionAssets: [],
    collectionReferenceIDs: [],
    explicitAssets: [],
    worldKnowledge: false,
  },
  state: "done",
  stoppedBy: "",
  suggestedModels: [],
  transformationId: "",
};

/** The event of a stored message. For a prompt, `scope` contains the sources that its author may read. */
export function messageEvent(turn: Turn, scope: AnswerScope | null, threadLabel: string): ThreadEvent {
  if (scope !== null) return promptEvent(turn, scope);
  const { author, content, messageId } = turn;
  const createdBy = bytes(author.userId);
  if (turn.kind !== "rename")
    return textEvent(turn, turn.acceptedAt, { createdBy, messageId, label: threadLabel, parts: [content] });
  return {
    renameThreadV1: { createdBy, kind: "renameThreadV1", label: content, messageId: bytes(messageId) },
    ...dated(turn.acceptedAt),
  };
}

/**
 * The frames of a finished answer. Each frame contains new text, and the last frame is marked as done and
 * lists the citations.
 * @param at time of the answer's end, or of the choice of this version, milliseconds since 1970
 * @param replaces id of the version that this answer replaces; "" if none
 */
export function answerEvents(
  place: EventRef,
  answer: FinishedAnswer,
  at: number,
  replaces = "",
): ThreadEvent[] {
  const { messageId, transformationId, textSuggestions } = answer;
  const said = { messageId, label: answer.scope.threadLabel };
  const begun = answer.parts.slice(0, -1);
  return [
    ...begun.map((part) =>
      textEvent(place, at, {
        ...said,
        isDone: false,
        parts: [part],
        provenance: { ...NO_PROVENANCE, state: "pending", transformationId },
      }),
    ),
    textEvent(place, at, {
      ...said,
      parts: [answer.parts.at(-1) ?? ""],
      provenance: { ...provenanceOf(answer), replaces },
      textSuggestions: [...textSuggestions],
    }),
  ];
}

/**
 * The event for a new, unfinished version that replaces another version of the answer.
 * @param turn the request for the version, or its choice
 */
export function openedVersionEvent(
  turn: EventRef & Pick<Turn, "acceptedAt">,
  {
    messageId,
    label,
    ...shown
  }: Pick<Text, "messageId" | "label"> & Pick<Text["provenance"], "transformationId" | "replaces">,
): ThreadEvent {
  return textEvent(turn, turn.acceptedAt, {
    messageId,
    label,
    isDone: false,
    provenance: { ...NO_PROVENANCE, state: "pending", ...shown },
  });
}

/** The event for a text of the service, complete unless `text` overrides this. */
function textEvent(
  place: EventRef,
  at: number,
  text: Pick<Text, "messageId" | "label"> & Partial<Text>,
): ThreadEvent {
  const usual = {
    kind: "textV1" as const,
    isDone: true,
    parts: [""],
    provenance: NO_PROVENANCE,
    textSuggestions: [],
  };
  return { textV1: { ...placed(place), createdBy: bytes(SERVICE_USER_ID), ...usual, ...text }, ...dated(at) };
}

/** The cited assets, split into directly attached assets and assets of collections. */
function provenanceOf(answer: FinishedAnswer): Text["provenance"] {
  const cited = [...new Set(answer.citations.map((citation) => citation.assetId))];
  const explicit = new Set(answer.scope.assetIds);
  return {
    citations: answer.citations.map(
      ({ id, quote, assetId, displayName, page, locator, start, end, version, support }, position) => {
        return {
          id,
          ordinal: position + 1,
          quote,
          assetId,
          displayName,
          page,
          locator,
          start,
          end,
          version,
          support,
        };
      },
    ),
    droppedSentences: answer.droppedSentences,
    sentences: [...answer.sentences],
    inputTokens: answer.inputTokens,
    interpretedAs: answer.interpretedAs,
    outputTokens: answer.outputTokens,
    passedOver: [...answer.passedOver],
    pendingAssets: answer.scope.pendingAssets,
    processedByModel: answer.model,
    replaces: "",
    scoped: {
      citations: answer.citations.map((citation) => bytes(citation.id)),
      collectionAssets: cited.filter((id) => !explicit.has(id)).map(bytes),
      collectionReferenceIDs: answer.scope.roots.slice(0, MAX_ROOTS).map(bytes),
      explicitAssets: cited.filter((id) => explicit.has(id)).map(bytes),
      worldKnowledge: answer.worldKnowledge,
    },
    state: answer.state,
    stoppedBy: answer.stoppedBy ?? "",
    suggestedModels: [...answer.suggestedModels],
    transformationId: answer.transformationId,
  };
}
