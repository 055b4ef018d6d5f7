/**
 * The table of imports within `src`; the lint rule `workspace/layers` reads it. A part is a folder or a file
 * of `src`. `part/file.ts` opens that file only. A part that a row does not name is closed to it.
 */
export interface Layer {
  readonly part: string;
  readonly uses: readonly string[];
  /** Parts whose types it may import. */
  readonly types?: readonly string[];
  /** Packages that it must not import. */
  readonly without?: readonly PackageRule[];
}

type PackageRule = keyof typeof PACKAGES;

/** Packages and folders of `src` that a layer must not import. */
export const PACKAGES = {
  hono: { names: /^(?:hono|@hono)(?:\/|$)/, folders: [], message: "Hono stops at src/http." },
  drizzle: {
    names: /^drizzle-orm(?:\/|$)/,
    folders: ["storage/d1/schema"],
    message: "SQL stands in src/storage: no statement and no table goes further.",
  },
  io: { names: /^(?:cloudflare|node):/, folders: [], message: "Pure code does no I/O." },
} as const;

/** The RPC interfaces of the Durable Objects. Only src/index.ts imports their classes. */
const APIS = ["ingestion/api.ts", "knowledge-index/api.ts", "thread-room/api.ts"];
/** Functions of the objects' parts that services call, beside their stubs. */
const SERVICE_DOORS = [
  "answering/conversation/rewrite-prompt.ts",
  "answering/organization-models.ts",
  "ingestion/accept-artifact.ts",
  "thread-room/api.ts",
  "thread-room/connections/socket-session.ts",
];
const PURE = ["domain", "text"];

export const LAYERS: readonly Layer[] = [
  { part: "text", uses: [], without: ["hono", "drizzle", "io"] },
  { part: "domain", uses: ["text"], without: ["hono", "drizzle", "io"] },
  { part: "net", uses: [...PURE, "log.ts"], without: ["hono", "drizzle", "io"] },
  { part: "log.ts", uses: [], without: ["hono", "drizzle"] },
  { part: "host.ts", uses: [], without: ["hono", "drizzle"] },
  {
    part: "model-settings.ts",
    uses: [...PURE, "net/parse-model-address.ts"],
    without: ["hono", "drizzle", "io"],
  },
  {
    part: "outbound-settings.ts",
    uses: [...PURE, "net/outbound-rule.ts"],
    without: ["hono", "drizzle", "io"],
  },
  { part: "quota-settings.ts", uses: PURE, without: ["hono", "drizzle", "io"] },
  {
    part: "credential-settings.ts",
    uses: [...PURE, "model-settings.ts"],
    without: ["hono", "drizzle", "io"],
  },
  {
    part: "embedding-settings.ts",
    uses: [...PURE, "model-settings.ts"],
    without: ["hono", "drizzle", "io"],
  },
  {
    part: "config.ts",
    uses: [
      ...PURE,
      "net/host-of.ts",
      "credential-settings.ts",
      "embedding-settings.ts",
      "model-settings.ts",
      "outbound-settings.ts",
      "quota-settings.ts",
    ],
    without: ["hono", "drizzle"],
  },
  { part: "storage/d1/core", uses: [...PURE, "storage/d1/schema"], without: ["hono"] },
  { part: "storage", uses: [...PURE, "log.ts"], without: ["hono"] },
  { part: "auth", uses: [...PURE, "storage", "log.ts"], types: ["config.ts"], without: ["hono", "drizzle"] },
  { part: "models", uses: [...PURE, "net", "log.ts"], types: ["config.ts"], without: ["hono", "drizzle"] },
  { part: "env.ts", uses: [], types: APIS, without: ["hono", "drizzle"] },
  { part: "call-object.ts", uses: PURE, without: ["hono", "drizzle"] },
  {
    part: "platform.ts",
    uses: [
      "call-object.ts",
      "host.ts",
      "config.ts",
      "log.ts",
      "models",
      "storage/d1/core/database.ts",
      "ingestion/extraction/sandbox-client.ts",
      "ingestion/extraction/webhook-client.ts",
    ],
    types: ["env.ts", ...APIS],
    without: ["hono", "drizzle"],
  },
  {
    part: "jobs",
    uses: [...PURE, "storage", "auth/public-link-token.ts", "auth/webhook-signature.ts", "log.ts"],
    types: ["platform.ts", "net/post-webhook.ts"],
    without: ["hono", "drizzle"],
  },
  {
    part: "knowledge-index",
    uses: [...PURE, "storage", "models", "platform.ts", "config.ts", "log.ts"],
    types: ["env.ts"],
    without: ["hono"],
  },
  {
    part: "ingestion",
    uses: [
      ...PURE,
      "net",
      "storage",
      "jobs",
      "models",
      "platform.ts",
      "config.ts",
      "log.ts",
      "knowledge-index/api.ts",
    ],
    types: ["env.ts"],
    without: ["hono", "drizzle"],
  },
  { part: "sandbox", uses: [...PURE, "net", "ingestion", "log.ts"], without: ["hono", "drizzle"] },
  {
    part: "answering",
    uses: [...PURE, "storage", "models", "log.ts", "knowledge-index/api.ts"],
    types: ["platform.ts", "config.ts"],
    without: ["hono", "drizzle"],
  },
  {
    part: "thread-room",
    uses: [...PURE, "storage", "auth", "jobs", "answering", "models", "platform.ts", "config.ts", "log.ts"],
    types: ["env.ts", ...APIS],
    without: ["hono", "drizzle"],
  },
  {
    part: "services",
    uses: [
      ...PURE,
      "net",
      "storage",
      "auth",
      "jobs/enqueue.ts",
      "jobs/job.ts",
      "models",
      "log.ts",
      ...SERVICE_DOORS,
    ],
    types: ["platform.ts", "config.ts", "host.ts", ...APIS],
    without: ["hono", "drizzle"],
  },
  {
    part: "http",
    uses: [...PURE, "services", "auth", "net/host-of.ts", "log.ts"],
    types: ["storage", "platform.ts", "config.ts", "env.ts", "host.ts", "thread-room/api.ts"],
    without: ["drizzle"],
  },
  {
    part: "scheduled.ts",
    uses: [...PURE, "storage", "jobs", "services", "log.ts"],
    types: ["platform.ts"],
    without: ["hono", "drizzle"],
  },
  {
    part: "app.ts",
    uses: [...PURE, "http", "services", "jobs", "config.ts", "platform.ts", "log.ts"],
    types: ["env.ts"],
    without: ["drizzle"],
  },
  {
    part: "refuse-to-serve.ts",
    uses: [...PURE, "http", "config.ts", "log.ts"],
    types: [],
    without: ["drizzle"],
  },
];
