import { callObject, type ObjectCalls } from "./call-object.ts";
import { type Config, configOf } from "./config.ts";
import type { Env } from "./env.ts";
import { askHost, cleanStores, type HostState, type RedeemedLink, redeemOneTimeLink } from "./host.ts";
import type { AssetPipelineApi, BulkIngestApi, StartInput } from "./ingestion/api.ts";
import { createSandboxClient, type SandboxClient } from "./ingestion/extraction/sandbox-client.ts";
import { createWebhookClient, type WebhookClient } from "./ingestion/extraction/webhook-client.ts";
import type { KnowledgeIndexApi } from "./knowledge-index/api.ts";
import { log } from "./log.ts";
import { createEmbedders } from "./models/create-embedders.ts";
import { createReader } from "./models/create-reader.ts";
import { createLocalEmbedder, createLocalReader } from "./models/local-models.ts";
import { withQuestionVectors } from "./models/question-vectors.ts";
import { createLanguageModels } from "./models/create-language-models.ts";
import type { EncryptionSecret } from "./models/encrypted-key.ts";
import type { Embedders } from "./models/embedder.ts";
import type { LanguageModel } from "./models/language-model.ts";
import type { Reader } from "./models/reader.ts";
import type { WorkersAiText } from "./models/workers-ai-chat.ts";
import type { WorkersAi } from "./models/run-workers-ai.ts";
import { createDatabase, type Database } from "./storage/d1/core/database.ts";
import type { ThreadRoomApi } from "./thread-room/api.ts";

export interface WebhookSettings {
  readonly linkSecret: Uint8Array<ArrayBuffer>;
  readonly addresses: {
    readonly allowLoopback: boolean;
    readonly ownOrigins: readonly string[];
    readonly exceptions: Config["outboundAllow"];
  };
  /** Origin of the links to the console; null if no setting names it. */
  readonly publicOrigin: string | null;
  readonly tell: WebhookClient;
}

/** The binding looks only at the path. */
const CONSOLE_FILES = "https://console.invalid";

/** The stores and Durable Objects of the service. */
export interface Platform {
  readonly bucket: R2Bucket;
  readonly sandbox: SandboxClient;
  /** Embedders of texts. None if the settings turn them off or no model runs here. */
  readonly embedders: (owner?: string) => Embedders;
  /** The model that reads passages for a question. Null if it is off or does not run here. */
  readonly reader: (owner?: string) => Reader | null;
  /** The language models that write answers, in order of preference. */
  readonly languageModels: () => readonly LanguageModel[];
  /** Signing secret and address policy of webhooks; null if the service sends no webhooks. */
  readonly webhooks: () => WebhookSettings | null;
  /** Secrets that encrypt the model keys of organizations. */
  readonly modelKeySecrets: () => readonly EncryptionSecret[];
  /** Number of days for which usage records are stored. */
  readonly usageRetentionDays: () => number;
  /** Rate limits for requests and for messages. */
  readonly limits: { readonly request: RateLimit; readonly message: RateLimit };
  /** Returns D1 with its own query statistics. */
  readonly database: () => Database;
  /** State of the host machine; null if no host reports it. */
  readonly host: () => Promise<HostState | null>;
  /**
   * Whether the disk has space for this many bytes plus the other writes of a change. True without a host.
   */
  readonly hasSpace: (bytes: number) => Promise<boolean>;
  /** Notifies the host of a purge, so that the host cleans its stores soon. */
  readonly cleanStores: () => Promise<void>;
  /** A file of the built console; `/` is its page. */
  readonly consoleFile: (path: string) => Promise<Response>;
  /** Redeems a one-time link of the host machine by the hash of its secret. */
  readonly redeemOneTimeLink: (hash: string) => Promise<RedeemedLink>;
  readonly room: (threadId: string) => ObjectCalls<ThreadRoomApi>;
  /** The index object with one shard of an organization's passages. */
  readonly index: (organizationId: string, shard: number) => ObjectCalls<KnowledgeIndexApi>;
  /** The object that processes an organization's short texts in batches. */
  readonly bulkIngest: (organizationId: string) => ObjectCalls<BulkIngestApi>;
  readonly pipeline: (assetId: StartInput["assetId"]) => ObjectCalls<AssetPipelineApi>;
}

/**
 * Creates all Durable Object stubs, buckets and databases. No other module reads bindings or builds object
 * names.
 */
export function platformOf(env: Env): Platform {
  return {
    bucket: env.BUCKET,
    sandbox: createSandboxClient(env.SANDBOX),
    embedders: (owner) => embeddersOf(env, owner),
    reader: (owner) => readerOf(env, owner),
    languageModels: () => languageModelsOf(env),
    webhooks: () => webhooksOf(configOf(env), env.SANDBOX),
    modelKeySecrets: () => configOf(env).modelKeySecrets,
    usageRetentionDays: () => configOf(env).usageRetentionDays,
    limits: { request: orNobody(env.REQUEST_LIMIT), message: orNobody(env.MESSAGE_LIMIT) },
    database: () => createDatabase(env.DB),
    host: async () => await askHost(env.HOST),
    hasSpace: async (bytes) => {
      const host = await askHost(env.HOST);
      return host === null || (host.room > 0 && bytes <= host.room);
    },
    cleanStores: async () => await cleanStores(env.HOST),
    consoleFile: async (path) => await env.ASSETS.fetch(new URL(path, CONSOLE_FILES)),
    redeemOneTimeLink: async (hash) => await redeemOneTimeLink(env.HOST, hash),
    room: (threadId) => callObject(env.THREAD_ROOM, threadId),
    index: (organizationId, shard) => callObject(env.KNOWLEDGE_INDEX, `${organizationId}/${shard}`),
    bulkIngest: (organizationId) => callObject(env.BULK_INGEST, organizationId),
    pipeline: (assetId) => callObject(env.ASSET_PIPELINE, assetId),
  };
}

function webhooksOf(config: Config, sandbox: Fetcher | undefined): WebhookSettings | null {
  const { crawling, crawlAllowLoopback: allowLoopback, linkSecret, publicBaseUrl } = config;
  if (!crawling) return null;
  const ownOrigins = publicBaseUrl === null ? [] : [publicBaseUrl];
  return {
    linkSecret,
    addresses: { allowLoopback, ownOrigins, exceptions: config.outboundAllow },
    publicOrigin: publicBaseUrl,
    tell: createWebhookClient(sandbox),
  };
}

/**
 * Wraps a rate limiter so that a failing limiter rejects nobody. Its store may be full while reads still
 * work.
 */
function orNobody(limiter: RateLimit): RateLimit {
  return {
    limit: async (options) => {
      try {
        return await limiter.limit(options);
      } catch (error) {
        log("warn", "rate_limit_failed", { detail: error instanceof Error ? error.message : "unknown" });
        return { success: true };
      }
    },
  };
}

function embeddersOf(env: Env, owner = ""): Embedders {
  const local = createLocalEmbedder(env.LOCAL_MODELS, owner);
  const builtIn = local && withQuestionVectors(local, owner);
  return createEmbedders(configOf(env).embedder, { builtIn, ai: env.AI as WorkersAi | undefined });
}

function readerOf(env: Env, owner = ""): Reader | null {
  const local = createLocalReader(env.LOCAL_MODELS, owner);
  return createReader(configOf(env).reader, { local, ai: env.AI as WorkersAi | undefined });
}

const languageModels = new WeakMap<object, readonly LanguageModel[]>();

/** The language models, shared by all requests of this Worker because their circuit breakers have state. */
function languageModelsOf(env: Env): readonly LanguageModel[] {
  const { models } = configOf(env);
  const known =
    languageModels.get(models) ?? createLanguageModels(models, env.AI as WorkersAiText | undefined);
  languageModels.set(models, known);
  return known;
}
