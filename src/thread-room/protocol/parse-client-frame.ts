import * as z from "zod";
import { sanitizeName } from "../../domain/sanitize-name.ts";
import { formatZodIssue } from "../../domain/format-zod-issue.ts";
import { type ErrorFrame, type EventKind, isEventKind, wellFormed } from "../../domain/events.ts";
import { isAnswerModel } from "../../domain/extractive-model.ts";
import { parseId } from "../../domain/ids.ts";
import { isTooDeep } from "../../domain/json-depth.ts";
import { MAX_CONTENT_CHARS } from "../../domain/message-window.ts";
import { MAX_LABEL_CHARS } from "../../domain/thread-label.ts";
import type { ThreadRef } from "../api.ts";
import { SCOPE_CHANGE_FRAMES } from "./scope-change-frames.ts";
import { PROMPT_FRAMES } from "./prompt-frames.ts";
import { type ClientMessage, content, NO_PROMPT, optionalId } from "./frame-fields.ts";

/** A parsed message or typing signal, or an error. */
export type ParsedFrame = { readonly message: ClientMessage } | { readonly isTyping: boolean } | ErrorFrame;

const presence = z.object({ typing: z.boolean() });

const CLIENT_FRAMES = {
  ...PROMPT_FRAMES,
  ...SCOPE_CHANGE_FRAMES,
  textV1: z
    .object({ messageId: optionalId("msg"), parts: z.array(z.string().max(MAX_CONTENT_CHARS)).max(1_000) })
    .transform(({ messageId, parts }) => ({ messageId, content: parts.join("") }))
    .refine((text) => content.safeParse(text.content).success, {
      path: ["parts"],
      message: `must hold 1 to ${MAX_CONTENT_CHARS} characters of well-formed Unicode`,
    })
    .transform((text): ClientMessage => ({ ...NO_PROMPT, ...text, kind: "text" })),
  renameThreadV1: z
    .object({
      messageId: optionalId("msg"),
      label: wellFormed(MAX_LABEL_CHARS).transform(sanitizeName).pipe(z.string().min(1)),
    })
    .transform(({ messageId, label }): ClientMessage => {
      return { ...NO_PROMPT, kind: "rename", messageId, content: label };
    }),
} satisfies Record<EventKind, z.ZodType<ClientMessage>>;

/**
 * Parses a client's frame: JSON with exactly one member of the union. Ignores other members, such as `seq`,
 * and the author. The ids of thread and owners must match `here`.
 * @param models ids of the models that a prompt may name
 */
export function parseClientFrame(text: string, here: ThreadRef, models: readonly string[]): ParsedFrame {
  const frame = parseObject(text);
  if (frame === null) return refuse("invalid_argument", "A frame must be a JSON object.");
  const [kind, ...others] = Object.keys(frame).filter(isEventKind);
  if (kind === undefined && frame["presence"] !== undefined) {
    const { data } = presence.safeParse(frame["presence"]);
    return data === undefined
      ? refuse("invalid_argument", "presence.typing: must be true or false")
      : { isTyping: data.typing };
  }
  if (kind === undefined) return refuse("invalid_argument", "There is no such event.");
  if (others.length > 0)
    return refuse("invalid_argument", "A frame must have exactly one member of the union.");
  const body = frame[kind];
  const messageId = namedMessage(body);
  const misplaced = misplacedField(body, kind, here);
  if (misplaced !== null) return refuse("invalid_argument", misplaced, messageId);
  const parsed = CLIENT_FRAMES[kind].safeParse(body);
  if (parsed.success && isAnswerModel(parsed.data.extras.model, models)) return { message: parsed.data };
  if (parsed.success)
    return refuse("invalid_argument", `${kind}.model: is not a configured model`, messageId);
  const [issue] = parsed.error.issues.slice(0, 1).map(formatZodIssue);
  return refuse(
    "invalid_argument",
    `${[kind, ...(issue?.path ?? [])].map(String).join(".")}: ${issue?.message ?? "is wrong"}`,
    messageId,
  );
}

export function errorFrame(code: string, message: string, messageId = ""): ErrorFrame {
  return { error: { code, message, messageId } };
}

const refuse = errorFrame;

function parseObject(text: string): Record<string, unknown> | null {
  if (isTooDeep(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

const PLACE_KINDS = { threadId: "thread", organizationId: "org", tenantId: "tenant" } as const;

/**
 * Error text for a field that a frame may omit but that must not have another value; null without an error.
 */
function misplacedField(body: unknown, kind: EventKind, here: ThreadRef): string | null {
  if (typeof body !== "object" || body === null) return null;
  const fields = body as Record<string, unknown>;
  if ((fields["kind"] ?? kind) !== kind) return `${kind}.kind: must be the member's name`;
  for (const name of ["threadId", "organizationId", "tenantId"] as const) {
    if (fields[name] === undefined || fields[name] === null) continue;
    if (parseId(PLACE_KINDS[name], fields[name]) !== here[name])
      return `${kind}.${name}: is not this socket's`;
  }
  return null;
}

function namedMessage(body: unknown): string {
  const named = typeof body === "object" && body !== null && "messageId" in body ? body.messageId : null;
  return parseId("msg", named) ?? "";
}
