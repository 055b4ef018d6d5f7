import { ApiError } from "../../index.ts";
import { createSessionClient, type CommandArguments } from "../commands.ts";
import { UsageError } from "../failure.ts";
import { readSession } from "../session.ts";
import { oneLine, parseNumber, printNote } from "../terminal.ts";
import { openSource } from "./open-source.ts";
import { findTarget, ensureTarget } from "./sync-target.ts";
import { runPass } from "./run-pass.ts";
import { PassEvents } from "./pass-events.ts";

/** Attempts of each request. They span about one minute, so a pass survives a restart of the service. */
const MAX_FAILURES = 12;
const DEFAULT_SECONDS = "300";
const USAGE =
  'knowledge sync <folder, Git or WebDAV address> --to <collection or "path of labels"> [--dry-run] [--watch]';

/**
 * Keeps a collection in step with a folder, a Git branch or a WebDAV folder: once, or with `--watch` until the
 * command ends.
 */
export async function sync(given: CommandArguments): Promise<void> {
  const [place, ...more] = given.words;
  const { to } = given;
  if (place === undefined || more.length > 0 || to === undefined) throw new UsageError(USAGE);
  const seconds = parseNumber(given.every ?? DEFAULT_SECONDS);
  if (seconds === 0) throw new UsageError("--every needs at least one second.");
  if (given.watch && given["dry-run"]) throw new UsageError("--watch and --dry-run exclude each other.");
  const session = await readSession();
  const client = createSessionClient(session, MAX_FAILURES);
  const source = await openSource(place, given.branch);
  const target = await findTarget(client, session, to, given.in);
  const rootId = given["dry-run"] ? target.collectionId : await ensureTarget(client, target);
  const pass = { given, origin: session.origin, client, source, rootId };
  if (!given.watch) return await runPass(pass);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    // A pass may end between any two steps, and the next one continues.
    process.once(signal, () => process.exit(0));
  const events = new PassEvents(seconds);
  source.watch?.(() => events.note());
  for (;;) {
    events.begin();
    await runPass(pass).catch(tellFailure);
    await events.next();
  }
}

/** The next pass may succeed, unless the service rejects the token. */
function tellFailure(error: unknown): void {
  if (error instanceof UsageError || (error instanceof ApiError && error.status === 401)) throw error;
  printNote(error instanceof Error ? oneLine(error.message) : String(error));
}
