/** Schema of the model settings. Only src/config.ts and the modules of settings import this module. */
import { base64url } from "jose";
import * as z from "zod";
import { EXTRACTIVE_MODEL } from "./domain/extractive-model.ts";
import { MODEL_TASKS, type ModelTask } from "./domain/model-choice.ts";
import { MS_PER_SECOND } from "./domain/time.ts";
import type { TokenPrice } from "./domain/usage.ts";
import { parseModelAddress } from "./net/parse-model-address.ts";

export const modelUrl = z.string().transform((text, ctx) => {
  const url = parseModelAddress(text);
  if (url instanceof URL) return url.href;
  ctx.addIssue({ code: "custom", message: url.refusal });
  return z.NEVER;
});

export const secretText = z
  .string()
  .regex(/^[\x21-\x7e]{1,500}$/, "must be 1 to 500 visible ASCII characters");

const SECRET_MIN_BYTES = 32;

export const secretBytes = z
  .string()
  .regex(/^(?:[\w-]{4})*(?:[\w-]{2,3})?$/, "must be base64url text")
  .refine(
    (text) => Math.floor((text.length * 3) / 4) >= SECRET_MIN_BYTES,
    `must be at least ${SECRET_MIN_BYTES} bytes`,
  )
  .transform((text) => new Uint8Array(base64url.decode(text)));

/** With `needed`, the service calls the model only with a key of the organization. */
const ORGANIZATION_KEYS = ["refused", "taken", "needed"] as const;

const tokenPrice = z.number().min(0).max(100_000);
/** An attempt to answer ends after six minutes, so a longer time limit has no effect. */
const MAX_TIMEOUT_SECONDS = 300;
const timeout = z.number().min(0.1).max(MAX_TIMEOUT_SECONDS).optional();

export const modelSettings = z.strictObject({
  id: z
    .string()
    .regex(/^[\w.:/@-]{1,100}$/, "must be 1 to 100 of A-Z a-z 0-9 _ . : / @ -")
    .refine((id) => id !== EXTRACTIVE_MODEL, "is taken"),
  /** Name of the model for people; defaults to the id. */
  label: z.string().trim().min(1).max(100).optional(),
  provider: z.enum(["openai", "anthropic", "workers-ai"]),
  url: modelUrl.optional(),
  /** The provider's name for the model; defaults to the id. */
  model: z.string().min(1).max(200).optional(),
  /** Name of a key in `MODEL_KEYS`. */
  key: z.string().min(1).max(100).optional(),
  contextWindow: z.number().int().min(2_048).max(10_000_000),
  /** Price per million tokens, in a currency that the operator chooses. */
  price: z.strictObject({ input: tokenPrice, output: tokenPrice }).optional(),
  tasks: z.array(z.enum(MODEL_TASKS)).min(1).optional(),
  /** Time limits in seconds: to the first part of a text, between two parts, and for the whole text. */
  timeouts: z.strictObject({ first: timeout, between: timeout, total: timeout }).optional(),
  /** Whether the model may call the tools `search` and `read` before it writes. */
  tools: z.boolean().optional(),
  /** Id of the model that judges this model's answers; true for itself. */
  verifier: z.union([z.literal(true), z.string().min(1).max(100)]).optional(),
  /** Whether organizations may set their own keys for this model. */
  organizationKeys: z.enum(ORGANIZATION_KEYS).optional(),
});

/**
 * Required if organizations may set keys for models. The first secret encrypts, and every secret decrypts.
 */
export const encryptionSecrets = z
  .array(
    z.strictObject({
      kid: z.string().regex(/^[\w-]{1,32}$/, "must be 1 to 32 of A-Z a-z 0-9 _ -"),
      secret: secretBytes,
    }),
  )
  .refine((all) => new Set(all.map(({ kid }) => kid)).size === all.length, "uses a kid twice");

const ANTHROPIC_URL = "https://api.anthropic.com/v1";

/** Time limits of a model call in milliseconds. */
export interface TextTimeouts {
  /** Time limit for the first part. On small machines the server must load the model first. */
  readonly firstMs: number;
  /** Time limit between two parts. */
  readonly betweenMs: number;
  /** Time limit for the whole text. */
  readonly totalMs: number;
}

/** A language model from the operator's settings. */
export interface WritingModel {
  /** The name that prompts use. */
  readonly id: string;
  /** Name for people; absent: the id. */
  readonly label?: string | undefined;
  readonly provider: "openai" | "anthropic" | "workers-ai";
  /** Base URL without a trailing slash; "" for `workers-ai`. */
  readonly url: string;
  /** The provider's name for the model. */
  readonly model: string;
  readonly key: string | null;
  /** Maximum number of input and output tokens together. */
  readonly contextWindow: number;
  /** Price of tokens. Without a price, the service counts no cost. */
  readonly price?: TokenPrice | undefined;
  /** Tasks for which the service prefers this model; absent for any task. */
  readonly tasks?: readonly ModelTask[] | undefined;
  /** Time limits that replace the defaults. */
  readonly timeouts?: Partial<TextTimeouts> | undefined;
  /** Whether the model may call the tools `search` and `read`. Default: false. */
  readonly tools?: boolean | undefined;
  /** Id of the model that judges this model's answers; true for itself. Absent: no model judges them. */
  readonly verifier?: string | true | undefined;
  /** Whether organizations may or must set their own keys. Default: `refused`. */
  readonly organizationKeys?: (typeof ORGANIZATION_KEYS)[number] | undefined;
}

/** @param keys provider keys by name */
export function writingModelOf(
  {
    id,
    label,
    provider,
    url,
    model,
    key,
    contextWindow,
    price,
    tasks,
    timeouts,
    tools,
    verifier,
    organizationKeys,
  }: z.output<typeof modelSettings>,
  keys: Readonly<Record<string, string>>,
): WritingModel {
  const usual = provider === "anthropic" ? ANTHROPIC_URL : "";
  return {
    id,
    label,
    provider,
    url: (url ?? usual).replace(/\/$/, ""),
    model: model ?? id,
    key: key === undefined ? null : (keys[key] ?? null),
    contextWindow,
    price,
    tasks,
    timeouts: timeouts && {
      ...inMs("firstMs", timeouts.first),
      ...inMs("betweenMs", timeouts.between),
      ...inMs("totalMs", timeouts.total),
    },
    tools,
    verifier,
    organizationKeys: organizationKeys ?? (provider === "workers-ai" ? "refused" : "taken"),
  };
}

function inMs(name: keyof TextTimeouts, seconds: number | undefined): Partial<TextTimeouts> {
  return seconds === undefined ? {} : { [name]: Math.round(seconds * MS_PER_SECOND) };
}
