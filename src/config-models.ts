/** The settings of models, for src/config.ts alone. */
import { base64url } from "jose";
import * as z from "zod";
import { EXTRACTIVE_MODEL } from "./domain/extractive-model.ts";
import { MODEL_TASKS, type ModelTask } from "./domain/model-choice.ts";
import type { TokenPrice } from "./domain/usage.ts";
import { parseModelAddress } from "./net/model-address.ts";

export const modelUrl = z.string().transform((text, ctx) => {
  const url = parseModelAddress(text);
  if (url instanceof URL) return url.href;
  ctx.addIssue({ code: "custom", message: url.refusal });
  return z.NEVER;
});
/** Bits of vectors are compared 32 at a time. */
export const dimensions = z.coerce.number().int().min(32).max(4_096).multipleOf(32);
export const prefix = z.string().max(500).default("");

export const secretText = z.string().regex(/^[\x21-\x7e]{1,500}$/, "must be 1 to 500 visible ASCII characters");

const SECRET_MIN_BYTES = 32;

export const secretBytes = z
  .string()
  .regex(/^(?:[\w-]{4})*(?:[\w-]{2,3})?$/, "must be base64url text")
  .refine((text) => Math.floor((text.length * 3) / 4) >= SECRET_MIN_BYTES, `must be at least ${SECRET_MIN_BYTES} bytes`)
  .transform((text) => new Uint8Array(base64url.decode(text)));

/** `needed`: it is asked with such a key alone. */
const ORGANIZATION_KEYS = ["refused", "taken", "needed"] as const;

const tokenPrice = z.number().min(0).max(100_000);

export const writingModel = z.strictObject({
  id: z
    .string()
    .regex(/^[\w.:/@-]{1,100}$/, "must be 1 to 100 of A-Z a-z 0-9 _ . : / @ -")
    .refine((id) => id !== EXTRACTIVE_MODEL, "is taken"),
  provider: z.enum(["openai", "anthropic", "workers-ai"]),
  url: modelUrl.optional(),
  /** As its provider calls it; default: its id. */
  model: z.string().min(1).max(200).optional(),
  /** The name of a key in `MODEL_KEYS`. */
  key: z.string().min(1).max(100).optional(),
  contextWindow: z.number().int().min(2_048).max(10_000_000),
  /** Of a million tokens, in whatever currency the operator counts. */
  price: z.strictObject({ input: tokenPrice, output: tokenPrice }).optional(),
  tasks: z.array(z.enum(MODEL_TASKS)).min(1).optional(),
  /** Whether organizations may give keys of their own for it. */
  organizationKeys: z.enum(ORGANIZATION_KEYS).optional(),
});

/** At least one where organizations give keys for models; the first one seals, all of them open. */
export const sealingSecrets = z
  .array(z.strictObject({ kid: z.string().regex(/^[\w-]{1,32}$/, "must be 1 to 32 of A-Z a-z 0-9 _ -"), secret: secretBytes }))
  .refine((all) => new Set(all.map(({ kid }) => kid)).size === all.length, "uses a kid twice");

const ANTHROPIC_URL = "https://api.anthropic.com/v1";

/** A model that the operator names. */
export interface EmbeddingModel {
  readonly provider: "openai" | "workers-ai";
  /** Where it answers, without a slash at the end; "" with `workers-ai`. */
  readonly url: string;
  readonly model: string;
  readonly key: string | null;
  /** Of a vector as the model gives it. */
  readonly dimensions: number;
  /** So many of the first are kept. */
  readonly kept: number;
  /** Another one when the model behind its name has changed. */
  readonly version: string;
  /** Texts that it is sent at once. */
  readonly batch: number;
  /** What is put before each text. */
  readonly prefixes: { readonly question: string; readonly passage: string };
}

/** A language model that the operator names. */
export interface WritingModel {
  /** By which prompts name it. */
  readonly id: string;
  readonly provider: "openai" | "anthropic" | "workers-ai";
  /** Where it answers, without a slash at the end; "" with `workers-ai`. */
  readonly url: string;
  /** As its provider calls it. */
  readonly model: string;
  readonly key: string | null;
  /** How many tokens it can read and write together. */
  readonly contextWindow: number;
  /** None: nobody counts what it costs. */
  readonly price?: TokenPrice | undefined;
  /** What it is to be asked first; none: anything. */
  readonly tasks?: readonly ModelTask[] | undefined;
  /** Default: they are refused. */
  readonly organizationKeys?: (typeof ORGANIZATION_KEYS)[number] | undefined;
}

/** @param keys by their names */
export function writingModelOf(
  { id, provider, url, model, key, contextWindow, price, tasks, organizationKeys }: z.output<typeof writingModel>,
  keys: Readonly<Record<string, string>>,
): WritingModel {
  const usual = provider === "anthropic" ? ANTHROPIC_URL : "";
  return {
    id,
    provider,
    url: (url ?? usual).replace(/\/$/, ""),
    model: model ?? id,
    key: key === undefined ? null : (keys[key] ?? null),
    contextWindow,
    price,
    tasks,
    organizationKeys: organizationKeys ?? (provider === "workers-ai" ? "refused" : "taken"),
  };
}
