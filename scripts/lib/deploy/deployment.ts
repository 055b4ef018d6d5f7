import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import * as z from "zod";
import { SETTING_NAMES } from "../../../src/config.ts";
import { codeOf, Failure } from "../failure.ts";

/** Where D1 and R2 may keep their data first. Cloudflare cannot change it later. */
export const LOCATIONS = ["weur", "eeur", "apac", "oc", "wnam", "enam"] as const;
export const JURISDICTIONS = ["eu", "fedramp", "us"] as const;

export const REQUIRED_SECRETS = ["URL_SIGNING_KEYS", "LINK_SECRET"] as const;
/** They never stand in the deployment's file. */
export const SECRETS = [
  ...REQUIRED_SECRETS,
  "SERVICE_PRINCIPALS",
  "MODEL_KEYS",
  "MODEL_KEY_SECRETS",
  "EMBEDDING_KEY",
] as const;

const namespace = z.string().regex(/^[1-9]\d{0,8}$/, "must be a number of at most 9 digits");

/** One deployment of the service: production, or staging beside it. */
export const deployment = z.strictObject({
  /** Name of the main Worker, the database and the bucket. The sandbox has `-sandbox` after it. */
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,40}[a-z0-9]$/, "must be 3 to 42 small letters, digits and hyphens"),
  accountId: z.string().regex(/^[0-9a-f]{32}$/, "must be the 32 hexadecimal digits of the account"),
  /** Public host name, in a zone of the account. */
  domain: z.hostname(),
  location: z.enum(LOCATIONS).nullable().default(null),
  jurisdiction: z.enum(JURISDICTIONS).nullable().default(null),
  /** A namespace belongs to the account, so each deployment has its own. */
  rateLimitNamespaces: z.strictObject({ requests: namespace, messages: namespace }),
  /** Whether Workers AI receives the text of documents and questions. */
  workersAi: z.boolean().default(false),
  /** Whether Cloudflare may run the Worker near its database. */
  smartPlacement: z.boolean().default(true),
  /** Share of requests whose logs are kept. */
  logSampling: z.number().min(0).max(1).default(1),
  /** Settings of `docs/configuration.md`. Lists are JSON, as text or as they are. */
  settings: z
    .partialRecord(z.enum(SETTING_NAMES as [string, ...string[]]), z.json())
    .refine((settings) => SECRETS.every((name) => !(name in settings)), "must hold no secret"),
  /** Set by the first deployment. */
  databaseId: z.uuid().nullable().default(null),
});
export type Deployment = Readonly<z.output<typeof deployment>>;

/** @throws Failure that names the field, never its value */
export function parseDeployment(value: unknown, path: string): Deployment {
  const result = deployment.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Failure(`${path}: ${issue?.path.join(".") || "the file"}: ${issue?.message ?? "is invalid"}.`);
}

/** @returns null if there is no such file */
export async function readDeployment(path: string): Promise<Deployment | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw new Failure(`${path} cannot be read: ${codeOf(error) ?? "unknown error"}.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Failure(`${path} is no JSON.`);
  }
  return parseDeployment(value, path);
}

/** Two numbers that another deployment of the account is unlikely to have. */
export function newNamespaces(): Deployment["rateLimitNamespaces"] {
  const first = randomInt(10_000, 100_000_000);
  return { requests: String(first), messages: String(first + 1) };
}
