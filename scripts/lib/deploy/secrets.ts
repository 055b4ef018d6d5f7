import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { base64url } from "jose";
import * as z from "zod";
import { codeOf, Failure } from "../failure.ts";
import { REQUIRED_SECRETS, SECRETS } from "./deployment.ts";

const secretsFile = z.strictObject(
  Object.fromEntries(SECRETS.map((name) => [name, z.string().min(1).optional()])),
);
export type Secrets = Readonly<Record<string, string>>;

/** The secrets of a file `{"NAME": "value"}`; none without a file. @throws Failure without any value */
export async function readSecrets(path: string): Promise<Secrets> {
  try {
    const read = secretsFile.safeParse(JSON.parse(await readFile(path, "utf8")));
    if (read.success) return read.data as Secrets;
    const [issue] = read.error.issues;
    throw new Failure(`${path} may hold ${SECRETS.join(", ")} as texts: ${issue?.code ?? "it is invalid"}.`);
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (codeOf(error) === "ENOENT") return {};
    throw new Failure(`${path} is no JSON, or cannot be read.`);
  }
}

export const missingSecrets = (known: ReadonlySet<string>): readonly string[] =>
  REQUIRED_SECRETS.filter((name) => !known.has(name));

/** Adds random values of the missing required secrets to the file, which only its owner can read. */
export async function makeSecrets(path: string, missing: readonly string[]): Promise<Secrets> {
  const secrets: Record<string, string> = { ...(await readSecrets(path)) };
  for (const name of missing) secrets[name] = name === "URL_SIGNING_KEYS" ? newSigningKeys() : newSecret();
  await writeFile(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}

const newSecret = (): string => base64url.encode(randomBytes(32));
const newSigningKeys = (): string => JSON.stringify([{ kid: "1", secret: newSecret() }]);
