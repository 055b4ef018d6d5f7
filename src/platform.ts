import { type Config, configOf } from "./config.ts";
import type { Env } from "./env.ts";
import { askHost, cleanStores, type HostState } from "./host.ts";
import type { AssetPipelineApi, ShortTextsApi, StartInput } from "./ingestion/api.ts";
import { createSandboxClient, type SandboxClient } from "./ingestion/reading/sandbox-client.ts";
import { createTeller, type TellWebhook } from "./ingestion/reading/tell-webhook.ts";
import type { KnowledgeIndexApi } from "./knowledge-index/api.ts";
import { log } from "./log.ts";
import { createEmbedders, NOBODY } from "./models/create-embedders.ts";
import { createLanguageModels } from "./models/create-language-models.ts";
import type { SealingSecret } from "./models/sealed-key.ts";
import type { Embedders } from "./models/embedder.ts";
import type { LanguageModel } from "./models/language-model.ts";
import type { WorkersAiText } from "./models/workers-ai-chat.ts";
import type { WorkersAi } from "./models/workers-ai-embedder.ts";
import type { Semantic } from "./semantic/api.ts";
import { createSemantic } from "./semantic/ask-semantic.ts";
import { builtInEmbedder } from "./semantic/built-in-embedder.ts";
import { createDatabase, type Database } from "./storage/d1/core/database.ts";
import type { ThreadRoomApi } from "./thread-room/api.ts";

export interface WebhookSettings {
  readonly linkSecret: Uint8Array<ArrayBuffer>;
  readonly addresses: { readonly allowLoopback: boolean; readonly ownOrigins: readonly string[] };
  readonly tell: TellWebhook;
}

/** The stores and objects of the service. */
export interface Platform {
  readonly bucket: R2Bucket;
  /** Reads files. */
  readonly sandbox: SandboxClient;
  /** Tells what English words and sentences mean; null to every call where it is off or not deployed. */
  readonly semantic: (owner?: string) => Semantic;
  /** Who makes vectors of sentences; nobody where the setting `SEMANTIC` is not `on`. */
  readonly embedders: (owner?: string) => Embedders;
  /** Those that write answers, the first one first. */
  readonly languageModels: () => readonly LanguageModel[];
  /** What messages to webhooks are signed with, and which addresses they may go to; null where none are sent. */
  readonly webhooks: () => WebhookSettings | null;
  /** What keys of organizations are sealed with. */
  readonly modelKeySecrets: () => readonly SealingSecret[];
  /** For how many days what was used is told. */
  readonly usageRetentionDays: () => number;
  /** Counts requests, and messages. */
  readonly limits: { readonly request: RateLimit; readonly message: RateLimit };
  /** D1, with a meter of its own. */
  readonly database: () => Database;
  /** What the machine tells that the service runs on; null where it tells nothing. */
  readonly host: () => Promise<HostState | null>;
  /** Whether so many bytes may be written, and what a change writes besides; true where nothing tells. */
  readonly hasSpace: (bytes: number) => Promise<boolean>;
  /** Something was deleted for good: the host cleans its stores soon, where it has them. */
  readonly cleanStores: () => Promise<void>;
  /** The room of a thread. */
  readonly room: (threadId: string) => DurableObjectStub<ThreadRoomApi>;
  /** The index that holds a shard of an organization's passages. */
  readonly index: (organizationId: string, shard: number) => DurableObjectStub<KnowledgeIndexApi>;
  /** What reads short texts of an organization together. */
  readonly shortTexts: (organizationId: string) => DurableObjectStub<ShortTextsApi>;
  /** The pipeline of an asset. */
  readonly pipeline: (assetId: StartInput["assetId"]) => DurableObjectStub<AssetPipelineApi>;
}

/** The one maker of stubs, buckets and databases: nobody else reads bindings, and no name of an object is made elsewhere. */
export function platformOf(env: Env): Platform {
  return {
    bucket: env.BUCKET,
    sandbox: createSandboxClient(env.SANDBOX),
    semantic: (owner) => createSemantic(env.SEMANTIC_MODEL, configOf(env).semantic, owner),
    embedders: (owner) => embeddersOf(env, owner),
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
    room: (threadId) => env.THREAD_ROOM.getByName(threadId),
    index: (organizationId, shard) => env.KNOWLEDGE_INDEX.getByName(`${organizationId}/${shard}`),
    shortTexts: (organizationId) => env.SHORT_TEXTS.getByName(organizationId),
    pipeline: (assetId) => env.ASSET_PIPELINE.getByName(assetId),
  };
}

function webhooksOf(config: Config, sandbox: Fetcher | undefined): WebhookSettings | null {
  const { crawling, crawlAllowLoopback: allowLoopback, linkSecret, publicBaseUrl } = config;
  if (!crawling) return null;
  return {
    linkSecret,
    addresses: { allowLoopback, ownOrigins: publicBaseUrl === null ? [] : [publicBaseUrl] },
    tell: createTeller(sandbox),
  };
}

/** A limiter that cannot be asked refuses nobody: it counts in a store, which may be out of space while everything can be read. */
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

function embeddersOf(env: Env, owner?: string): Embedders {
  const { semantic, embeddingModel } = configOf(env);
  if (semantic !== "on") return NOBODY;
  const builtIn = builtInEmbedder(createSemantic(env.SEMANTIC_MODEL, semantic, owner));
  return createEmbedders(embeddingModel, { builtIn, ai: env.AI as WorkersAi | undefined });
}

const languageModels = new WeakMap<object, readonly LanguageModel[]>();

/** The same ones for everybody in this Worker: how they are is remembered with them. */
function languageModelsOf(env: Env): readonly LanguageModel[] {
  const { models } = configOf(env);
  const known = languageModels.get(models) ?? createLanguageModels(models, env.AI as WorkersAiText | undefined);
  languageModels.set(models, known);
  return known;
}
