/** The events of a thread after its newest page, grouped by message. */
import type { EventFrame, ThreadEvents } from "../../data/client.ts";
import { idFromBytes } from "../../data/ids.ts";
import { messageTime } from "./message-time.ts";
import type { AskedScope } from "./row.ts";

type TextEvent = ThreadEvents["textV1"];

/** The text of an answer or a remark, from its events. */
export interface HeardText {
  readonly id: string;
  readonly author: string;
  /** The attempt that the text belongs to. */
  readonly transformationId: string;
  readonly parts: readonly string[];
  readonly isDone: boolean;
  /** The last event. */
  readonly last: TextEvent;
  readonly seq: number;
}

interface Heard {
  readonly seq: number;
  readonly id: string;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export type HeardEvent = Heard &
  (
    | {
        readonly kind: "question";
        readonly text: string;
        readonly transformationId: string;
        readonly scope: AskedScope | null;
      }
    | { readonly kind: "rename"; readonly label: string }
    | { readonly kind: "text"; readonly transformationId: string; readonly replaces: string }
  );

export interface HeardEvents {
  /** In the order of the thread. */
  readonly events: readonly HeardEvent[];
  readonly texts: ReadonlyMap<string, HeardText>;
}

/** @param after number of the last event to leave out */
export function heardEvents(frames: ReadonlyMap<number, EventFrame>, after: number): HeardEvents {
  const ordered = [...frames.values()]
    .filter(({ seq }) => seq > after)
    .toSorted((one, other) => one.seq - other.seq);
  const texts = new Map<string, HeardText>();
  const events = ordered.flatMap((frame): HeardEvent[] => {
    if (frame.textV1 !== undefined) return [hear(texts, frame.textV1, frame)];
    if (frame.renameThreadV1 !== undefined) {
      const { messageId, createdBy, label } = frame.renameThreadV1;
      return [{ kind: "rename", label, ...heardOf(frame, messageId, createdBy) }];
    }
    const question = known.get(frame) ?? questionOf(frame);
    known.set(frame, question);
    return question;
  });
  return { events, texts };
}

/** A scope may have thousands of identifiers, so each event is read once. */
const known = new WeakMap<EventFrame, HeardEvent[]>();

/** An event after the last part of a text, or of another attempt, begins the text again. */
function hear(texts: Map<string, HeardText>, event: TextEvent, frame: EventFrame): HeardEvent {
  const { messageId: id, parts, isDone, createdBy, provenance } = event;
  const author = idFromBytes("user", createdBy);
  const { transformationId, replaces } = provenance;
  const before = texts.get(id);
  const goesOn = before !== undefined && !before.isDone && before.transformationId === transformationId;
  const all = goesOn ? [...before.parts, ...parts] : parts;
  texts.set(id, { id, author, transformationId, parts: all, isDone, last: event, seq: frame.seq });
  return { kind: "text", seq: frame.seq, id, author, transformationId, replaces, at: timeOf(frame, id) };
}

function questionOf(frame: EventFrame): HeardEvent[] {
  const prompt = frame.promptV2 ?? frame.promptCampaignV2 ?? frame.promptV1 ?? frame.promptCampaignV1;
  if (prompt === undefined) return [];
  const { messageId, createdBy, prompt: text, transformationId } = prompt;
  const scope = "scope" in prompt ? scopeOf(prompt.scope) : null;
  return [{ kind: "question", text, transformationId, scope, ...heardOf(frame, messageId, createdBy) }];
}

function scopeOf({ assetIDs, collectionIDs, mentions }: ThreadEvents["promptV2"]["scope"]): AskedScope {
  const isMentioning = mentions.assets.length + mentions.collections.length > 0;
  const [assets, collections] = isMentioning
    ? [mentions.assets.flat(), mentions.collections.flat()]
    : [assetIDs, collectionIDs];
  return {
    assetIds: assets.map((id) => idFromBytes("asset", id)),
    collectionIds: collections.map((id) => idFromBytes("col", id)),
  };
}

function heardOf(frame: EventFrame, messageId: readonly number[], createdBy: readonly number[]): Heard {
  const id = idFromBytes("msg", messageId);
  return { seq: frame.seq, id, author: idFromBytes("user", createdBy), at: timeOf(frame, id) };
}

/** Events of older logs have no time. */
function timeOf({ createdAt }: Partial<Pick<EventFrame, "createdAt">>, id: string): number {
  return createdAt === undefined ? messageTime(id) : Date.parse(createdAt);
}
