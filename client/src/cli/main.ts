#!/usr/bin/env node
/** The command line of a knowledge workspace. */
import { parseArgs } from "node:util";
import { ApiError } from "../index.ts";
import {
  exportArchives,
  type CommandArguments,
  importOrganization,
  leave,
  login,
  ls,
  search,
} from "./commands.ts";
import { ask } from "./ask.ts";
import { crawl } from "./crawl.ts";
import { Failure } from "./failure.ts";
import { mkdir, mv, restore, rm, share, threads, readVersion } from "./manage.ts";
import { sync } from "./sync/sync.ts";
import { upload } from "./upload.ts";
import { usage } from "./usage.ts";

const HELP = `knowledge login [address] --token <token>      saves address and token (default: http://127.0.0.1:8787)
knowledge upload <file or folder>…             uploads new files and waits until they are ready;
                                               subfolders become collections
knowledge sync <folder> --to <collection>      keeps a collection in step with a folder, a Git repository or
                                               a WebDAV folder; --to takes an id or a path of labels
knowledge crawl <address>                      crawls a site into a new collection
knowledge ask "<question>"                     shows the answer and the location of each quote
knowledge search <words>                       shows the best passages
knowledge ls [collection]                      lists collections, or the contents of one
knowledge threads [collection]                 lists your recent threads, or those of a collection
knowledge mkdir "<name>"                       creates a collection; "a/b" creates b in a
knowledge mv <file or collection> <collection> moves it
knowledge mv <id> "<name>"                     renames a file, a collection or a thread
knowledge rm <id>…                             deletes files and threads, restorable during the retention;
                                               with --yes deletes collections permanently
knowledge restore <id>…                        restores deleted files and threads
knowledge share <collection> <e-mail>…         shares a collection with its subcollections
knowledge export [file.zip]                    exports the organization
knowledge export --mine [file.zip]             exports your account, uploads and messages of all organizations
knowledge import <file.zip>                    imports an organization's export into your empty organization
knowledge usage                                shows the organization's usage of the last 30 days
knowledge leave                                checks whether you can close your account; --yes closes it
knowledge restore                              reopens it within 30 days
knowledge --version                            shows the version

--in <id>      collection; for ask also a thread; for mv the file's present collection
--limit <n>    for search, ls, threads and usage
--can <list>   for share: read, chat, write, share, own; default: read,chat
--to <place>   for sync: a collection's id, or a path of labels such as "Team/Notes"
--yes          for leave and rm: confirms; for sync: allows to delete more than half of the files
--dry-run      for sync: only prints the plan
--watch        for sync: continues until the command ends
--every <s>    for sync --watch: seconds between two full passes; default: 300
--branch <b>   for sync: branch of a Git repository; default: the repository's own
--adopt        for sync: takes over equal documents that were in the collection before
--json         for sync: prints JSON lines
--pages <n>    for crawl: maximum number of pages
--depth <n>    for crawl: maximum number of links from the address
--open <n>     for ask: opens the document of citation [n]
--model <id>   for ask: language model that answers, or extractive for quotes only
--verification <mode>  for ask: off, mark or strict; the service's own mode is the weakest
--email <a>    for login: the token's user, if the token does not name them
--by <list>    for usage: day, user, operation; default: day
--from <day>   for usage: first day, such as 2026-11-01; --to <day>: day after the last
--organization <id>  for export and usage; default: your own, or the one that the API key reaches

KNOWLEDGE_ORIGIN and KNOWLEDGE_TOKEN (a token or an API key) override the login.`;

const COMMANDS: Readonly<Record<string, (given: CommandArguments) => Promise<void>>> = {
  login,
  upload,
  sync,
  crawl,
  ask,
  search,
  ls,
  threads,
  mkdir,
  mv,
  rm,
  share,
  export: exportArchives,
  import: importOrganization,
  usage,
  leave,
  restore,
};

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;
const OPTIONS = {
  token: text,
  email: text,
  in: text,
  limit: text,
  pages: text,
  depth: text,
  open: text,
  model: text,
  verification: text,
  organization: text,
  by: text,
  from: text,
  to: text,
  branch: text,
  every: text,
  can: text,
  mine: flag,
  yes: flag,
  watch: flag,
  adopt: flag,
  json: flag,
  "dry-run": flag,
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const [name = "help", ...words] = positionals;
  if (values.help === true || (name === "help" && values.version !== true)) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  if (values.version === true || name === "version") {
    process.stdout.write(`${await readVersion()}\n`);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    process.stderr.write(`Unknown command "${name}".\n\n${HELP}\n`);
    return 2;
  }
  await command({ ...values, words });
  return 0;
}

/** Formats an error as one line. */
function explain(error: unknown): string {
  if (error instanceof ApiError) {
    const { status, message, method, path, operationId } = error;
    const hint = status === 401 ? " Log in again: knowledge login." : "";
    return `${message}${hint} (${method} ${path}: ${status}${operationId === "" ? "" : `, ${operationId}`})`;
  }
  if (error instanceof TypeError && error.cause instanceof Error)
    return `The service cannot be reached: ${error.cause.message}`;
  return error instanceof Error ? error.message : String(error);
}

/** True for errors of `parseArgs`. */
function isUsage(error: unknown): boolean {
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}

// Readers such as `head` close the pipe early; that is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  if (isUsage(error)) return 2;
  return error instanceof Failure ? error.exitCode : 1;
});
