import type { FinishedAnswer } from "../../answering/end-answer.ts";
import type { EventOf, ThreadEvent } from "../../domain/events.ts";
import { SERVICE_USER_ID } from "../../domain/ids.ts";
import type { AnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import { bytes, type EventPlace, placed } from "./event-fields.ts";
import { promptEvent } from "./prompt-events.ts";
import type { Turn } from "../queue/turn-store.ts";

/** A row of the log holds an event: threads that name more than they may by now are told in part. */
const MAX_ROOTS = 2_000;

const NO_PROVENANCE: EventOf<"textV1">["provenance"] = {
  citations: [],
  inputTokens: 0,
  interpretedAs: "",
  outputTokens: 0,
  pendingAssets: 0,
  processedByModel: "",
  replaces: "",
  scoped: { citations: [], collectionAssets: [], collectionReferenceIDs: [], explicitAssets: [], worldKnowledge: false },
  suggestedModels: [],
  transformationId: "",
};

/** The event that a stored message is itself. `scope`, of a prompt alone, is what its author may read of the thread's scope. */
export function messageEvent(turn: Turn, scope: AnswerScope | null, threadLabel: string): ThreadEvent {
  if (scope !== null) return promptEvent(turn, scope);
  return turn.kind === "renameThreadV1" ? { renameThreadV1: rename(turn) } : textEvent(turn, threadLabel);
}

/** The frames of an answer that has ended: what is new in each; the last one is done and tells what the answer rests on. */
export function answerEvents(place: EventPlace, answer: FinishedAnswer): ThreadEvent[] {
  const parts = answer.parts.length === 0 ? [""] : answer.parts;
  return parts.map((part, position): ThreadEvent => {
    const isDone = position === parts.length - 1;
    const provenance = isDone ? provenanceOf(answer) : { ...NO_PROVENANCE, transformationId: answer.transformationId };
    return {
      textV1: {
        ...placed(place),
        createdBy: bytes(SERVICE_USER_ID),
        kind: "textV1",
        isDone,
        label: answer.scope.threadLabel,
        messageId: answer.messageId,
        parts: [part],
        provenance,
        textSuggestions: isDone ? [...answer.textSuggestions] : [],
      },
    };
  });
}

/** That an answer which is being written is shown in the place of another version of it from now on. */
export function openedVersionEvent(
  place: EventPlace,
  shown: { readonly messageId: string; readonly transformationId: string },
  label: string,
  replaces: string,
): ThreadEvent {
  const { messageId, transformationId } = shown;
  const provenance = { ...NO_PROVENANCE, transformationId, replaces };
  const rest = {
    createdBy: bytes(SERVICE_USER_ID),
    kind: "textV1" as const,
    isDone: false,
    label,
    messageId,
    parts: [""],
    textSuggestions: [],
  };
  return { textV1: { ...placed(place), ...rest, provenance } };
}

/** An answer that has ended, whole, shown in the place of another version of it from now on. */
export function chosenVersionEvent(place: EventPlace, answer: FinishedAnswer, replaces: string): ThreadEvent {
  const [event] = answerEvents(place, { ...answer, parts: [answer.content] });
  if (event === undefined || !("textV1" in event)) throw new Error("an answer has an event");
  const { textV1 } = event;
  return { textV1: { ...textV1, provenance: { ...textV1.provenance, replaces } } };
}

function textEvent(turn: Turn, threadLabel: string): ThreadEvent {
  const textV1 = {
    ...placed(turn),
    createdBy: bytes(turn.author.userId),
    kind: "textV1" as const,
    isDone: true,
    label: threadLabel,
    messageId: turn.messageId,
    parts: [turn.content],
    provenance: NO_PROVENANCE,
    textSuggestions: [],
  };
  return { textV1 };
}

function rename({ author, content, messageId }: Turn): EventOf<"renameThreadV1"> {
  return { createdBy: bytes(author.userId), kind: "renameThreadV1", label: content, messageId: bytes(messageId) };
}

/** The cited assets, parted into those attached one by one and those that came with a collection. */
function provenanceOf(answer: FinishedAnswer): EventOf<"textV1">["provenance"] {
  const cited = [...new Set(answer.citations.map((citation) => citation.assetId))];
  const explicit = new Set(answer.scope.assetIds);
  return {
    citations: answer.citations.map(({ id, quote, assetId, displayName, page, locator, start, end, version }, position) => {
      return { id, ordinal: position + 1, quote, assetId, displayName, page, locator, start, end, version };
    }),
    inputTokens: answer.inputTokens,
    interpretedAs: answer.interpretedAs,
    outputTokens: answer.outputTokens,
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
    suggestedModels: [],
    transformationId: answer.transformationId,
  };
}
