/** Stores the login of the command line in a file that only its user can read. */
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { Failure } from "./failure.ts";

export interface Session {
  readonly origin: string;
  readonly token: string;
  /** The default collection of `upload` and `ask`; "" if unknown. */
  readonly collectionId: string;
}

function folder(): string {
  const base = process.env["XDG_CONFIG_HOME"];
  return join(base === undefined || base === "" ? join(homedir(), ".config") : base, "knowledge");
}

export async function saveSession(session: Session): Promise<string> {
  const path = join(folder(), "session.json");
  await mkdir(folder(), { recursive: true, mode: 0o700 });
  await writeFile(path, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600 });
  // `writeFile` applies its mode only to new files.
  await chmod(path, 0o600);
  return path;
}

/**
 * Reads the login; `KNOWLEDGE_ORIGIN` and `KNOWLEDGE_TOKEN` override it. @throws Failure before the first
 * login
 */
export async function readSession(): Promise<Session> {
  const kept = await readFile(join(folder(), "session.json"), "utf8").then(
    (text) => JSON.parse(text) as Partial<Session>,
    () => ({}) as Partial<Session>,
  );
  const origin = process.env["KNOWLEDGE_ORIGIN"] ?? kept.origin;
  const token = process.env["KNOWLEDGE_TOKEN"] ?? kept.token;
  if (origin === undefined || token === undefined)
    throw new Failure("Log in first: knowledge login <address> --token <token>");
  // Another token may belong to another user, so the saved collection applies only to the saved login.
  const isKept = origin === kept.origin && token === kept.token;
  return { origin, token, collectionId: isKept ? (kept.collectionId ?? "") : "" };
}
