import { randomBytes, randomUUID } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { base64url, exportJWK, generateKeyPair } from "jose";
import * as z from "zod";
import { codeOf, Failure, firstLine } from "./failure.ts";
import { secureDir } from "./secure-dir.ts";

const FILE_NAME = "secrets.json";
const SECRET_BYTES = 32;

const secretsSchema = z.object({
  /** The local issuer's ES256 key pair as a private JWK. */
  issuerKey: z.object({
    kty: z.literal("EC"),
    crv: z.literal("P-256"),
    x: z.string(),
    y: z.string(),
    d: z.string(),
    kid: z.string(),
  }),
  urlSigningKey: z.object({ kid: z.string(), secret: z.string() }),
  linkSecret: z.string(),
  /** The seed of service bearer secrets, one for each set of scopes. */
  serviceSeed: z.string(),
});

export type LocalSecrets = Readonly<z.infer<typeof secretsSchema>>;

/**
 * The secrets of a state folder, created on first use. Two processes may call it at once: one file wins and
 * both read it.
 */
export async function localSecrets(stateFolder: string): Promise<LocalSecrets> {
  const path = join(stateFolder, FILE_NAME);
  const known = await readSecrets(path);
  if (known !== null) return known;
  try {
    secureDir(stateFolder);
    await writeOnce(path, JSON.stringify(await newSecrets(), null, 2));
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`Cannot write the state folder ${stateFolder}: ${firstLine(error)}`);
  }
  const made = await readSecrets(path);
  if (made === null) throw new Failure(`${path} disappeared during writing.`);
  return made;
}

async function readSecrets(path: string): Promise<LocalSecrets | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw new Failure(`Cannot read ${path}: ${firstLine(error)}`);
  }
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    throw new Failure(
      `${path} is damaged. Remove it to create new secrets; existing tokens and links stop working.`,
    );
  }
}

/** A hard link fails if its name is taken, so an existing file is complete and never replaced. */
async function writeOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    await rm(draft);
  }
}

async function newSecrets(): Promise<LocalSecrets> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const kid = `local-${randomUUID()}`;
  const secret = (): string => base64url.encode(randomBytes(SECRET_BYTES));
  const issuerKey = { ...(await exportJWK(privateKey)), kid };
  return secretsSchema.parse({
    issuerKey,
    urlSigningKey: { kid: "local-1", secret: secret() },
    linkSecret: secret(),
    serviceSeed: secret(),
  });
}
