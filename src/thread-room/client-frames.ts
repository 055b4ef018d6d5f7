import * as z from "zod";
import { type ErrorFrame, type EventKind, isEventKind, sampling, wellFormed } from "../domain/events.ts";
import { type Id, type IdKind, parseId } from "../domain/ids.ts";
import { MAX_LABEL_CHARS } from "../domain/thread-label.ts";
import { MAX_CONTENT_CHARS, PLAIN_PROMPT, type Place, type PromptExtras, type RefusalCode } from "./api.ts";

/** The models that a client may name; empty is the default. */
const CONFIGURED_MODELS = ["", "extractive"];

/** What a client's frame asks for; who asks is the socket's business. */
export interface ClientMessage {
  readonly kind: "promptV2" | "textV1" | "renameThreadV1";
  readonly messageId: Id<"msg"> | null;
  readonly content: string;
  readonly worldKnowledge: boolean;
  readonly extras: PromptExtras;
}

export type ParsedFrame = { readonly message: ClientMessage } | ErrorFrame;

const either = <K extends IdKind>(kind: K) =>
  z.union([z.string(), z.array(z.number())]).transform((value, ctx): Id<K> => {
    const id = parseId(kind, value);
    if (id !== null) return id;
    ctx.addIssue({ code: "custom", message: `must be a ${kind}_… identifier` });
    return z.NEVER;
  });

const content = wellFormed(MAX_CONTENT_CHARS).min(1);
const asked = {
  messageId: either("msg").nullish(),
  model: z.enum(CONFIGURED_MODELS, "is not a configured model").default(""),
  prompt: content,
  /** Checked and not used: an answer's transformation is the room's. */
  transformationId: z.union([z.literal(""), either("inter")]).nullish(),
  ...sampling.shape,
};

const CLIENT_FRAMES = {
  promptV1: z
    .object({ ...asked, knowledge: z.object({ world: z.boolean().default(false) }).optional() })
    .transform(({ knowledge, ...rest }) => {
      return prompt("promptV1", rest, knowledge?.world ?? false);
    }),
  promptV2: z
    .object({ ...asked, scope: z.object({ worldKnowledge: z.boolean().default(false) }).optional() })
    .transform(({ scope, ...rest }) => {
      return prompt("promptV2", rest, scope?.worldKnowledge ?? false);
    }),
  textV1: z
    .object({ messageId: either("msg").nullish(), parts: z.array(z.string().max(MAX_CONTENT_CHARS)).max(1_000) })
    .transform(({ messageId, parts }) => ({ messageId: messageId ?? null, content: parts.join("") }))
    .refine((remark) => content.safeParse(remark.content).success, {
      path: ["parts"],
      message: `must hold 1 to ${MAX_CONTENT_CHARS} characters of well-formed Unicode`,
    })
    .transform((remark): ClientMessage => ({ ...remark, kind: "textV1", worldKnowledge: false, extras: PLAIN_PROMPT })),
  renameThreadV1: z
    .object({ messageId: either("msg").nullish(), label: wellFormed(MAX_LABEL_CHARS).min(1) })
    .transform(({ messageId, label }): ClientMessage => {
      return { kind: "renameThreadV1", messageId: messageId ?? null, content: label, worldKnowledge: false, extras: PLAIN_PROMPT };
    }),
};

/** Reads a client's frame: JSON with exactly one member. Whom it says it is from is ignored; where it says it belongs must be `here`. */
export function parseClientFrame(text: string, here: Place): ParsedFrame {
  const frame = parseObject(text);
  if (frame === null) return refuse("invalid_argument", "A frame is a JSON object.");
  const [kind, ...others] = Object.keys(frame);
  if (kind === undefined || others.length > 0) return refuse("invalid_argument", "A frame has exactly one member.");
  if (!isEventKind(kind)) return refuse("invalid_argument", "There is no such event.");
  const body = frame[kind];
  const messageId = namedMessage(body);
  if (!isHandled(kind)) return refuse("unimplemented", `${kind} cannot be sent yet.`, messageId);
  const misplaced = misplacedField(body, kind, here);
  if (misplaced !== null) return refuse("invalid_argument", misplaced, messageId);
  const parsed = CLIENT_FRAMES[kind].safeParse(body);
  if (parsed.success) return { message: parsed.data };
  const issue = parsed.error.issues[0];
  return refuse("invalid_argument", `${[kind, ...(issue?.path ?? [])].join(".")}: ${issue?.message ?? "is wrong"}`, messageId);
}

export function errorFrame(code: RefusalCode, message: string, messageId = ""): ErrorFrame {
  return { error: { code, message, messageId } };
}

const refuse = errorFrame;

function prompt(member: "promptV1" | "promptV2", rest: z.output<z.ZodObject<typeof asked>>, worldKnowledge: boolean): ClientMessage {
  const { messageId, prompt: words, transformationId: _, ...extras } = rest;
  return { kind: "promptV2", messageId: messageId ?? null, content: words, worldKnowledge, extras: { member, ...extras } };
}

function isHandled(kind: EventKind): kind is keyof typeof CLIENT_FRAMES {
  return Object.hasOwn(CLIENT_FRAMES, kind);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

const PLACE_KINDS = { threadId: "thread", organizationId: "org", tenantId: "tenant" } as const;

/** Fields that a frame may leave out, but not have wrong. */
function misplacedField(body: unknown, kind: EventKind, here: Place): string | null {
  if (typeof body !== "object" || body === null) return null;
  const fields = body as Record<string, unknown>;
  if (fields["kind"] !== undefined && fields["kind"] !== kind) return `${kind}.kind: must be the member's name`;
  for (const name of ["threadId", "organizationId", "tenantId"] as const) {
    if (fields[name] === undefined || fields[name] === null) continue;
    if (parseId(PLACE_KINDS[name], fields[name]) !== here[name]) return `${kind}.${name}: is not this socket's`;
  }
  return null;
}

function namedMessage(body: unknown): string {
  const named = typeof body === "object" && body !== null && "messageId" in body ? body.messageId : null;
  return parseId("msg", named) ?? "";
}
