/**
 * The only module that reads settings. A setting is text under its name in the Worker's environment
 * (wrangler.toml, `wrangler secret put`, `--var`). Lists are JSON. The module has no side effects, so scripts
 * use it to report invalid settings before they start.
 */
import * as z from "zod";
import { credentialSettings, hasDistinct } from "./credential-settings.ts";
import { checkEmbedding, type EmbedderChoice, embedderOf, embeddingSettings } from "./embedding-settings.ts";
import {
  encryptionSecrets,
  secretBytes,
  secretText,
  type WritingModel,
  modelSettings,
  writingModelOf,
} from "./model-settings.ts";
import { MEDIA_TYPE_PATTERN, UNSUPPORTED } from "./domain/media-type.ts";
import { VERIFICATION_MODES, type VerificationMode } from "./domain/verification-mode.ts";
import { hostOf, isLoopbackHost } from "./net/host-of.ts";
import { networkList, outboundSettings, type OutboundSettings } from "./outbound-settings.ts";
import { quotaSettings } from "./quota-settings.ts";
import type { QuotaSettings } from "./domain/quota.ts";

/** Error for a missing or invalid setting. Its one-line message names the setting, never the value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const flag = <On extends string, Off extends string>(on: On, off: Off) =>
  z.enum([on, off]).transform((value) => value === on);

const origin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;
const originList = z
  .string()
  .transform((text) => text.split(",").flatMap((part) => part.trim() || []))
  .pipe(
    z.array(
      z.string().refine(origin, "must be origins such as https://app.example.com, separated by commas"),
    ),
  );

const mediaTypePatterns = z
  .string()
  .transform((text) => text.split(",").flatMap((part) => part.trim().toLowerCase() || []))
  .pipe(
    z.array(
      z
        .string()
        .regex(
          MEDIA_TYPE_PATTERN,
          "must be media types such as image/* or application/msword, separated by commas",
        )
        .or(z.literal(UNSUPPORTED)),
    ),
  );

const shape = {
  ENVIRONMENT: z.enum(["local", "production"]),
  ISSUERS: jsonText(credentialSettings.issuers),
  /** Issuers at which browsers sign in. Each must be in ISSUERS, with its client id as audience. */
  SIGN_IN: jsonText(credentialSettings.signIn).default([]),
  SERVICE_PRINCIPALS: jsonText(credentialSettings.servicePrincipals).default([]),
  /** The first key signs, and every key verifies. To rotate keys, insert the new key at the front. */
  URL_SIGNING_KEYS: jsonText(credentialSettings.urlSigningKeys),
  /** HMAC key for public link tokens, webhook secrets and guest pseudonyms. */
  LINK_SECRET: secretBytes,
  /** Public origin of the service. Default: the origin of the request. */
  PUBLIC_BASE_URL: z
    .string()
    .refine(origin, "must be an origin such as https://knowledge.example.com")
    .nullable()
    .default(null),
  CORS_ORIGINS: originList.default([]),
  /** Keep this off in production, because timings could reveal whether a hidden record exists. */
  SERVER_TIMING: flag("on", "off").default(false),
  RATE_LIMITS: flag("on", "off").default(true),
  /** Enable only if the sandbox can connect only to public addresses. Default: on in production. */
  CRAWLING: flag("on", "off").optional(),
  CRAWL_ALLOW_LOOPBACK: flag("true", "false").default(false),
  /** Private hosts, and other ports, that webhooks and the crawler may reach. Not used on Cloudflare. */
  OUTBOUND_ALLOW: outboundSettings.default([]),
  /** Files of these types wait for an external processor. `unread`: types without a built-in reader. */
  EXTERNAL_WORKER_TYPES: mediaTypePatterns.default([]),
  ...embeddingSettings,
  /** Whether a model reads the best passages, chooses the words of the answer and refuses without one. */
  READER: flag("on", "off").default(true),
  /** Language models that may write answers, in order of preference. */
  MODELS: jsonText(
    z
      .array(modelSettings)
      .max(20)
      .refine((all) => hasDistinct(all, ({ id }) => id), "names a model twice"),
  ).default([]),
  /** Whether answers of language models have marks, or lose the sentences that their sources do not support. */
  MODEL_VERIFICATION: z.enum(VERIFICATION_MODES).default("mark"),
  /** Quotas for every organization, and exceptions for named organizations. */
  QUOTAS: jsonText(quotaSettings).default({ each: {}, organizations: {} }),
  /** Number of days for which usage records are stored. Monthly quotas need at most 31 days. */
  USAGE_RETENTION_DAYS: z.coerce.number().int().min(32).max(36_500).default(400),
  MODEL_KEYS: jsonText(z.record(z.string(), secretText)).default({}),
  /** Secrets for organizations' model keys. The first one encrypts, and every secret decrypts. */
  MODEL_KEY_SECRETS: jsonText(encryptionSecrets).default([]),
  /** Proxies whose header `X-Forwarded-For` `npm start` trusts. Not used on Cloudflare. */
  TRUSTED_PROXIES: networkList.default([]),
  /** Folder for backups of `npm start`, which makes one each `BACKUP_HOURS`. Not used on Cloudflare. */
  BACKUP_TO: z.string().startsWith("/", "must be the absolute path of a folder").nullable().default(null),
  BACKUP_HOURS: z.coerce.number().int().min(1).max(720).default(24),
  /** Number of backups that remain. */
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1_000).default(7),
  BUILD_VERSION: z.string().min(1).default("dev"),
};

const settings = z.object(shape).superRefine((value, ctx) => {
  const refuse = (name: keyof typeof shape, message: string): void =>
    ctx.addIssue({ code: "custom", path: [name], message });
  const hasLocalIssuer = value.ISSUERS.some((entry) => entry.local);
  if (value.ENVIRONMENT === "production" && hasLocalIssuer)
    refuse("ISSUERS", "a production environment must not have a local issuer");
  if (
    value.ENVIRONMENT === "production" &&
    value.ISSUERS.some((entry) => entry.jwksUrl?.startsWith("http:"))
  ) {
    refuse("ISSUERS", "jwksUrl must be https in a production environment");
  }
  for (const [at, { issuer, clientId }] of value.SIGN_IN.entries()) {
    const wrong = (field: string, message: string): void =>
      ctx.addIssue({ code: "custom", path: ["SIGN_IN", at, field], message });
    if (!value.ISSUERS.some((known) => known.issuer === issuer && known.audience === clientId))
      wrong("issuer", "must be in ISSUERS, with clientId as its audience");
    if (
      issuer.startsWith("http:") &&
      !(value.ENVIRONMENT === "local" && isLoopbackHost(hostOf(new URL(issuer))))
    )
      wrong("issuer", "must be https; http is for loopback in the local environment");
  }
  if (value.ENVIRONMENT === "production" && value.CRAWL_ALLOW_LOOPBACK)
    refuse("CRAWL_ALLOW_LOOPBACK", "true is for the local environment only");
  checkEmbedding(value, refuse);
  for (const [at, { provider, url, key, tools, verifier, organizationKeys }] of value.MODELS.entries()) {
    const wrong = (field: string, message: string): void =>
      ctx.addIssue({ code: "custom", path: ["MODELS", at, field], message });
    if (provider === "openai" && url === undefined) wrong("url", "is missing");
    if (key !== undefined && value.MODEL_KEYS[key] === undefined) wrong("key", "is not in MODEL_KEYS");
    const isVerifierKnown =
      verifier === undefined || verifier === true || value.MODELS.some(({ id }) => id === verifier);
    if (!isVerifierKnown) wrong("verifier", "must be true or the id of a model in MODELS");
    const takesKeys = organizationKeys === "taken" || organizationKeys === "needed";
    if (tools === true && provider === "workers-ai")
      wrong("tools", "must be false: Workers AI takes no tools");
    if (takesKeys && provider === "workers-ai")
      wrong("organizationKeys", "must be refused: Workers AI takes no keys");
    if (organizationKeys === "needed" && value.MODEL_KEY_SECRETS.length === 0)
      refuse("MODEL_KEY_SECRETS", "is missing");
  }
  if (!value.RATE_LIMITS && !hasLocalIssuer) refuse("RATE_LIMITS", "off needs a local issuer");
});

/** Names of all settings. Tools use them to reject misspelled settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(shape);

export type { EmbedderChoice, EmbeddingModel } from "./embedding-settings.ts";
export type { TextTimeouts, WritingModel } from "./model-settings.ts";
export type Issuer = Readonly<z.output<typeof credentialSettings.issuers>[number]>;
export type SignInIssuer = Readonly<z.output<typeof credentialSettings.signIn>[number]>;
export type ConfiguredServicePrincipal = Readonly<
  z.output<typeof credentialSettings.servicePrincipals>[number]
>;
export type ConfiguredEncryptionSecret = Readonly<z.output<typeof encryptionSecrets>[number]>;
export type UrlSigningKey = Readonly<z.output<typeof credentialSettings.urlSigningKeys>[number]>;

export interface BackupSettings {
  /** Absolute path of the folder; null without a schedule. */
  readonly to: string | null;
  /** Hours between two backups. */
  readonly hours: number;
  readonly keep: number;
}

export interface Config {
  readonly environment: "local" | "production";
  readonly issuers: readonly Issuer[];
  readonly signIn: readonly SignInIssuer[];
  readonly servicePrincipals: readonly ConfiguredServicePrincipal[];
  readonly urlSigningKeys: readonly UrlSigningKey[];
  readonly linkSecret: Uint8Array<ArrayBuffer>;
  /** Public origin without a trailing slash; null for the origin of the request. */
  readonly publicBaseUrl: string | null;
  readonly corsOrigins: readonly string[];
  readonly serverTiming: boolean;
  readonly rateLimits: boolean;
  readonly crawling: boolean;
  readonly crawlAllowLoopback: boolean;
  /** The operator's exceptions to the outbound policy. */
  readonly outboundAllow: OutboundSettings;
  readonly processorTypes: readonly string[];
  readonly reader: boolean;
  /** Source of the embeddings. Null: the bindings decide. */
  readonly embedder: EmbedderChoice;
  /** Language models in order of preference. If empty, answers consist only of sentences from documents. */
  readonly models: readonly WritingModel[];
  readonly modelVerification: VerificationMode;
  /** Secrets that encrypt model keys. If empty, organizations cannot set model keys. */
  readonly modelKeySecrets: readonly ConfiguredEncryptionSecret[];
  readonly quotas: QuotaSettings;
  readonly usageRetentionDays: number;
  readonly trustedProxies: readonly string[];
  readonly backups: BackupSettings;
  readonly buildVersion: string;
}

/**
 * Parses the settings. Ignores unknown names, because the same object also contains bindings.
 * @throws ConfigError for the first setting that is missing or invalid
 */
export function parseConfig(env: Readonly<Record<string, unknown>>): Config {
  const result = settings.safeParse(env, { reportInput: true });
  if (!result.success) throw new ConfigError(describe(result.error.issues[0]));
  const value = result.data;
  return deepFreeze({
    environment: value.ENVIRONMENT,
    issuers: value.ISSUERS,
    signIn: value.SIGN_IN,
    servicePrincipals: value.SERVICE_PRINCIPALS,
    urlSigningKeys: value.URL_SIGNING_KEYS,
    linkSecret: value.LINK_SECRET,
    publicBaseUrl: value.PUBLIC_BASE_URL,
    corsOrigins: value.CORS_ORIGINS,
    serverTiming: value.SERVER_TIMING,
    rateLimits: value.RATE_LIMITS,
    crawling: value.CRAWLING ?? value.ENVIRONMENT === "production",
    crawlAllowLoopback: value.CRAWL_ALLOW_LOOPBACK,
    outboundAllow: value.OUTBOUND_ALLOW,
    processorTypes: value.EXTERNAL_WORKER_TYPES,
    reader: value.READER,
    embedder: embedderOf(value),
    models: value.MODELS.map((model) => writingModelOf(model, value.MODEL_KEYS)),
    modelVerification: value.MODEL_VERIFICATION,
    modelKeySecrets: value.MODEL_KEY_SECRETS,
    quotas: value.QUOTAS,
    usageRetentionDays: value.USAGE_RETENTION_DAYS,
    trustedProxies: value.TRUSTED_PROXIES,
    backups: { to: value.BACKUP_TO, hours: value.BACKUP_HOURS, keep: value.BACKUP_KEEP },
    buildVersion: value.BUILD_VERSION,
  });
}

const parsed = new WeakMap<object, Config>();

/** Parses the configuration once per environment object. Throws the errors of `parseConfig`. */
export function configOf(env: Readonly<Record<string, unknown>>): Config {
  const known = parsed.get(env);
  if (known !== undefined) return known;
  const config = parseConfig(env);
  parsed.set(env, config);
  return config;
}

/** Parses JSON text. Accepts a list from wrangler.toml unchanged. */
function jsonText<T extends z.ZodType>(schema: T) {
  return z
    .unknown()
    .transform((value, ctx) => {
      if (typeof value !== "string") return value;
      try {
        return JSON.parse(value) as unknown;
      } catch {
        ctx.addIssue({ code: "custom", message: "must be JSON" });
        return z.NEVER;
      }
    })
    .pipe(schema);
}

function describe(issue: z.core.$ZodIssue | undefined): string {
  const [name, ...rest] = issue?.path ?? [];
  if (issue === undefined || name === undefined) return "The settings are not an object.";
  const place = rest.length === 0 ? "" : ` (at ${rest.join(".")})`;
  return `Setting ${String(name)}${place}: ${isMissing(issue) ? "is missing" : issue.message}`;
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  return (issue.code === "invalid_type" || issue.code === "invalid_value") && issue.input === undefined;
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
