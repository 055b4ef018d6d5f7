import type { components } from "./generated/events.ts";
import { ID_BYTES, type Identifier, idFromBytes, idOrNew } from "./identifiers.ts";
import { parsedJson } from "./parsed-json.ts";

/** The events of a thread by their kinds. */
export type ThreadEvents = components["schemas"];
export type EventKind = keyof ThreadEvents;

/** One event of the thread: exactly one member, and its number. */
export type EventFrame = {
  [K in EventKind]: { readonly [M in K]: ThreadEvents[K] } & None<Exclude<EventKind, K> | "resync"> & { readonly seq: number };
}[EventKind];

/** Some events are not kept any more: read the thread again. Events from `seq` + 1 on follow. */
export type ResyncFrame = { readonly resync: true; readonly seq: number } & None<EventKind>;

/** Members that a frame does not have: so `frame.textV1?.parts` may be asked of any. */
type None<K extends string> = { readonly [M in K]?: undefined };

export type ThreadFrame = EventFrame | ResyncFrame;

export interface ErrorFrame {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly messageId: string;
    /** Of the last frame of a socket that is being closed. */
    readonly closeCode?: number;
  };
}

/** Somebody who listens; guests see pseudonyms, and no names. */
export interface PresentPerson {
  readonly userId: readonly number[];
  readonly displayName: string;
}

/** Who is here: first and now and then everybody in `here`, else those who `joined` and `left` since. At most 100 people are listed. */
export interface Presence {
  readonly here?: readonly PresentPerson[];
  readonly joined?: readonly PresentPerson[];
  readonly left?: readonly (readonly number[])[];
  /** All who type, at most 20. */
  readonly typing: readonly (readonly number[])[];
  readonly people: number;
  readonly guests: number;
}

export interface PresenceFrame {
  readonly presence: Presence;
}

/** What a language model has written of an answer so far: void once the thread tells anything of the message. */
export interface Draft {
  readonly messageId: string;
  /** The question's id. */
  readonly inReplyTo: string;
  readonly transformationId: string;
  /** All of it as it stands; "": nothing of it does. */
  readonly text: string;
  /** So many UTF-16 code units from its beginning are proven sentences, which stay unless the attempt fails. What stands behind them is not checked. */
  readonly proven: number;
}

/** `text` stands from `from` on, in place of all that stood there. */
export interface DraftFrame {
  readonly draft: Draft & { readonly from: number };
}

/** What may be sent of an event's fields: identifiers in either spelling, and every field may be left out. */
type Sendable<T> = T extends readonly number[]
  ? Identifier
  : T extends readonly (infer E)[]
    ? readonly Sendable<E>[]
    : T extends object
      ? { readonly [F in keyof T]?: Sendable<T[F]> }
      : T;

type Fields<K extends EventKind, Required extends keyof ThreadEvents[K]> = Sendable<Omit<ThreadEvents[K], Required | "messageId">> & {
  readonly [F in Required]: Sendable<ThreadEvents[K][F]>;
} & { readonly messageId?: Identifier };

export type PromptFields = Fields<"promptV2", "prompt">;

/** What a client may send. The service fills in what is left out, and who sent it. */
export type ClientEvent =
  | { readonly promptV1: Fields<"promptV1", "prompt"> }
  | { readonly promptV2: PromptFields }
  | { readonly promptCampaignV1: Fields<"promptCampaignV1", "prompt"> }
  | { readonly promptCampaignV2: Fields<"promptCampaignV2", "prompt"> }
  | { readonly renameThreadV1: Fields<"renameThreadV1", "label"> }
  | { readonly knowledgeChangeV1: Fields<"knowledgeChangeV1", "knowledge"> }
  | { readonly textV1: Fields<"textV1", "parts"> };

/** What is known of a frame before its member is: the server is of the same contract, so no more is checked. */
export function parseFrame(text: string): ThreadFrame | ErrorFrame | PresenceFrame | DraftFrame | null {
  const frame = parsedJson(text);
  if (typeof frame !== "object" || frame === null) return null;
  if ("seq" in frame) return Number.isSafeInteger(frame.seq) ? (frame as ThreadFrame) : null;
  const told = frame as Partial<PresenceFrame & DraftFrame & ErrorFrame>;
  const member = told.presence ?? told.draft ?? told.error;
  return typeof member === "object" && member !== null ? (frame as PresenceFrame | DraftFrame | ErrorFrame) : null;
}

/** An event that is ready to be sent. */
export interface OutgoingMessage {
  readonly messageId: string;
  /** What the event is recognised by when it is heard: the message's id, and in a campaign, whose frames share that, the transformation's too. */
  readonly key: string;
  /** The frame's text. */
  readonly frame: string;
  /** "" but in a campaign. */
  readonly transformationId: string;
}

const CAMPAIGNS: ReadonlySet<string> = new Set<EventKind>(["promptCampaignV1", "promptCampaignV2"]);

/** Gives the event the ids that it lacks. @throws RangeError when its message id is none */
export function outgoing(event: ClientEvent): OutgoingMessage {
  const [kind, fields] = memberOf(event);
  const { messageId: given, transformationId } = fields;
  const messageId = idOrNew("msg", given);
  if (!CAMPAIGNS.has(kind)) {
    return { messageId, key: messageId, transformationId: "", frame: JSON.stringify({ [kind]: { ...fields, messageId } }) };
  }
  const askedAs = idOrNew("inter", transformationId || undefined);
  const frame = JSON.stringify({ [kind]: { ...fields, messageId, transformationId: askedAs } });
  return { messageId, key: `${messageId}/${askedAs}`, transformationId: askedAs, frame };
}

/** The key of what was sent, if the frame is that; an answer's is nobody's. */
export function keyOf(frame: EventFrame): string | null {
  const [kind, { messageId: id, transformationId }] = memberOf(frame);
  const messageId = isIdBytes(id) ? idFromBytes("msg", id) : id;
  if (typeof messageId !== "string") return null;
  return CAMPAIGNS.has(kind) ? `${messageId}/${transformationId ?? ""}` : messageId;
}

function isIdBytes(id: unknown): id is readonly number[] {
  return Array.isArray(id) && id.length === ID_BYTES && id.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255);
}

interface Named {
  readonly messageId?: Identifier;
  readonly transformationId?: string;
}

function memberOf(event: ClientEvent | EventFrame): [kind: string, fields: Named] {
  const [kind, fields] = Object.entries(event).find(([name]) => name !== "seq") ?? ["", {}];
  return [kind, typeof fields === "object" && fields !== null ? (fields as Named) : {}];
}
