import type { components } from "./generated/events.ts";
import { ID_BYTES, type Identifier, idFromBytes, idOrNew } from "./identifiers.ts";
import { parseJson } from "./parse-json.ts";

/** The events of a thread by kind. */
export type ThreadEvents = components["schemas"];
export type EventKind = keyof ThreadEvents;

/** One event of the thread: exactly one member, its time (ISO 8601) and its sequence number. */
export type EventFrame = {
  [K in EventKind]: { readonly [M in K]: ThreadEvents[K] } & None<Exclude<EventKind, K> | "resync"> & {
      readonly createdAt: string;
      readonly seq: number;
    };
}[EventKind];

/** Some events have expired: read the thread again. Events from `seq` + 1 on follow. */
export type ResyncFrame = { readonly resync: true; readonly seq: number } & None<EventKind>;

/** Declares the members that a frame lacks, so that `frame.textV1?.parts` compiles for every frame. */
type None<K extends string> = { readonly [M in K]?: undefined };

export type ThreadFrame = EventFrame | ResyncFrame;

export interface ErrorFrame {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly messageId: string;
    /** Set in the last frame of a closing socket. */
    readonly closeCode?: number;
  };
}

/** A subscriber of the thread. Guests see pseudonyms instead of names. */
export interface PresentPerson {
  readonly userId: readonly number[];
  readonly displayName: string;
}

/**
 * The subscribers of a thread. `here` lists all, at first and then periodically; otherwise `joined` and
 * `left` list changes. At most 100 people.
 */
export interface Presence {
  readonly here?: readonly PresentPerson[];
  readonly joined?: readonly PresentPerson[];
  readonly left?: readonly (readonly number[])[];
  /** Ids of the people who type, at most 20. */
  readonly typing: readonly (readonly number[])[];
  readonly people: number;
  readonly guests: number;
}

export interface PresenceFrame {
  readonly presence: Presence;
}

/** The unfinished text of a model's answer. Any stored event of the message invalidates it. */
export interface Draft {
  readonly messageId: string;
  /** The id of the question. */
  readonly inReplyTo: string;
  readonly transformationId: string;
  /** The whole draft so far; "" withdraws it. */
  readonly text: string;
  /**
   * The first `proven` UTF-16 code units are verified sentences, which remain unless the attempt fails. The
   * rest is unverified.
   */
  readonly proven: number;
}

/** `text` replaces the draft from `from` on. */
export interface DraftFrame {
  readonly draft: Draft & { readonly from: number };
}

/** An event as a client may send it: identifiers in either spelling and all fields optional. */
type Sendable<T> = T extends readonly number[]
  ? Identifier
  : T extends readonly (infer E)[]
    ? readonly Sendable<E>[]
    : T extends object
      ? { readonly [F in keyof T]?: Sendable<T[F]> }
      : T;

type Fields<K extends EventKind, Required extends keyof ThreadEvents[K]> = Sendable<
  Omit<ThreadEvents[K], Required | "messageId">
> & {
  readonly [F in Required]: Sendable<ThreadEvents[K][F]>;
} & { readonly messageId?: Identifier };

/** How strict the service is with sentences of a language model. A request may only raise the operator's mode. */
export type Verification = "off" | "mark" | "strict";

type PromptFieldsOf<K extends EventKind & `prompt${string}`> = Fields<K, "prompt"> & {
  /** Default: the mode of the operator. */
  readonly verification?: Verification;
};

export type PromptFields = PromptFieldsOf<"promptV2">;

/** An event that a client may send. The service fills in missing fields and the sender. */
export type ClientEvent =
  | { readonly promptV1: PromptFieldsOf<"promptV1"> }
  | { readonly promptV2: PromptFields }
  | { readonly promptCampaignV1: PromptFieldsOf<"promptCampaignV1"> }
  | { readonly promptCampaignV2: PromptFieldsOf<"promptCampaignV2"> }
  | { readonly renameThreadV1: Fields<"renameThreadV1", "label"> }
  | { readonly knowledgeChangeV1: Fields<"knowledgeChangeV1", "knowledge"> }
  | { readonly textV1: Fields<"textV1", "parts"> };

/** The frame before its member is known. Client and server share a contract, so no further check follows. */
export function parseFrame(text: string): ThreadFrame | ErrorFrame | PresenceFrame | DraftFrame | null {
  const frame = parseJson(text);
  if (typeof frame !== "object" || frame === null) return null;
  if ("seq" in frame) return Number.isSafeInteger(frame.seq) ? (frame as ThreadFrame) : null;
  const told = frame as Partial<PresenceFrame & DraftFrame & ErrorFrame>;
  const member = told.presence ?? told.draft ?? told.error;
  return typeof member === "object" && member !== null
    ? (frame as PresenceFrame | DraftFrame | ErrorFrame)
    : null;
}

/** An event that is ready to send. */
export interface OutgoingMessage {
  readonly messageId: string;
  /**
   * Identifies the event when it comes back: the message id, and in a campaign also the transformation id.
   */
  readonly key: string;
  /** Text of the frame. */
  readonly frame: string;
  /** Id of the transformation; "" except in a campaign. */
  readonly transformationId: string;
}

const CAMPAIGNS: ReadonlySet<string> = new Set<EventKind>(["promptCampaignV1", "promptCampaignV2"]);

/** Adds missing ids to the event. @throws RangeError for an invalid message id */
export function outgoing(event: ClientEvent): OutgoingMessage {
  const [kind, fields] = memberOf(event);
  const { messageId: given, transformationId } = fields;
  const messageId = idOrNew("msg", given);
  if (!CAMPAIGNS.has(kind)) {
    return {
      messageId,
      key: messageId,
      transformationId: "",
      frame: JSON.stringify({ [kind]: { ...fields, messageId } }),
    };
  }
  const askedAs = idOrNew("inter", transformationId || undefined);
  const frame = JSON.stringify({ [kind]: { ...fields, messageId, transformationId: askedAs } });
  return { messageId, key: `${messageId}/${askedAs}`, transformationId: askedAs, frame };
}

/** The key of a sent message if the frame is its event; null for answers. */
export function keyOf(frame: EventFrame): string | null {
  const [kind, { messageId: id, transformationId }] = memberOf(frame);
  const messageId = isIdBytes(id) ? idFromBytes("msg", id) : id;
  if (typeof messageId !== "string") return null;
  return CAMPAIGNS.has(kind) ? `${messageId}/${transformationId ?? ""}` : messageId;
}

function isIdBytes(id: unknown): id is readonly number[] {
  return (
    Array.isArray(id) &&
    id.length === ID_BYTES &&
    id.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)
  );
}

interface Named {
  readonly messageId?: Identifier;
  readonly transformationId?: string;
}

/** Fields of a frame beside its member. */
const BESIDE: ReadonlySet<string> = new Set(["createdAt", "seq"]);

function memberOf(event: ClientEvent | EventFrame): [kind: string, fields: Named] {
  const [kind, fields] = Object.entries(event).find(([name]) => !BESIDE.has(name)) ?? ["", {}];
  return [kind, typeof fields === "object" && fields !== null ? (fields as Named) : {}];
}
