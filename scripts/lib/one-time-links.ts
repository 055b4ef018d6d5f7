import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { base64url } from "jose";
import * as z from "zod";
import { codeOf, Failure, firstLine } from "./failure.ts";
import { makeFolder } from "./make-folder.ts";
import { localSecrets } from "./secrets.ts";
import { secureDir } from "./secure-dir.ts";
import { userToken } from "./user-token.ts";

const FOLDER = "one-time-links";
const ORIGIN_FILE = "origin";
const SECRET_BYTES = 16;
export const LINK_MINUTES = 15;
const LINK_MS = LINK_MINUTES * 60_000;
/** Long enough for the service to verify the token at once. */
const TOKEN_SECONDS = 60;

const person = z.object({ email: z.string(), name: z.string().optional(), expiresAt: z.number() });

/** The person whom a link signs in. */
export interface LinkedPerson {
  readonly email: string;
  readonly name?: string | undefined;
}

/**
 * One-time links for the sign-in of browsers, as files of a state folder. A file is named after the hash of
 * the link's secret, so reading the folder gives no working link.
 */
export class OneTimeLinks {
  readonly #stateFolder: string;
  readonly #folder: string;

  constructor(stateFolder: string) {
    this.#stateFolder = stateFolder;
    this.#folder = join(stateFolder, FOLDER);
  }

  /** Records the origin of the running service, for which other processes create links. */
  keepOrigin(origin: string): void {
    this.#prepare();
    writeFileSync(join(this.#folder, ORIGIN_FILE), `${origin}\n`, { mode: 0o600 });
  }

  /** The origin of the service that last started on this state folder; null if none did. */
  origin(): string | null {
    try {
      return readFileSync(join(this.#folder, ORIGIN_FILE), "utf8").trim();
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw new Failure(`Cannot read the state folder ${this.#stateFolder}: ${firstLine(error)}`);
    }
  }

  /** Creates a link for 15 minutes and one use. @returns its address */
  create(origin: string, { email, name }: LinkedPerson): string {
    this.#prepare();
    const secret = base64url.encode(randomBytes(SECRET_BYTES));
    const hash = createHash("sha256").update(secret).digest("hex");
    const file = join(this.#folder, hash);
    const draft = `${file}.draft`;
    const text = JSON.stringify({ email, name, expiresAt: Date.now() + LINK_MS });
    writeFileSync(draft, `${text}\n`, { mode: 0o600, flag: "wx" });
    renameSync(draft, file);
    return `${origin}/sign-in#${secret}`;
  }

  /**
   * Redeems a link. Renaming the file decides between concurrent requests: it succeeds once.
   * @param hash SHA-256 of the link's secret in hexadecimal
   * @returns a token of the local issuer, or whether the link was used
   */
  async redeem(hash: string): Promise<{ idToken: string } | { idToken: null; used: boolean }> {
    const file = join(this.#folder, hash);
    const used = `${file}.used`;
    try {
      renameSync(file, used);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") throw error;
      return { idToken: null, used: existsSync(used) };
    }
    const { email, name, expiresAt } = person.parse(JSON.parse(readFileSync(used, "utf8")));
    if (expiresAt <= Date.now()) return { idToken: null, used: false };
    const secrets = await localSecrets(this.#stateFolder);
    return { idToken: await userToken(secrets, { email, name, expiresInSeconds: TOKEN_SECONDS }) };
  }

  /** Creates the folder, and deletes links that nobody can use any more. */
  #prepare(): void {
    secureDir(this.#stateFolder);
    makeFolder(this.#folder);
    const old = Date.now() - 2 * LINK_MS;
    for (const name of readdirSync(this.#folder)) {
      const path = join(this.#folder, name);
      const status = statSync(path, { throwIfNoEntry: false });
      if (name !== ORIGIN_FILE && status !== undefined && status.mtimeMs < old) rmSync(path, { force: true });
    }
  }
}
