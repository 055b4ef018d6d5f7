#!/usr/bin/env node
/** The command line of a knowledge workspace. */
import { parseArgs } from "node:util";
import { ApiError } from "../index.ts";
import { ask, exportArchives, type Given, importOrganization, leave, login, ls, search } from "./commands.ts";
import { crawl } from "./crawl.ts";
import { Failure } from "./failure.ts";
import { mkdir, mv, restore, rm, share, threads, versionOf } from "./manage.ts";
import { upload } from "./upload.ts";
import { usage } from "./usage.ts";

const HELP = `knowledge login [address] --token <token>     keeps address and token (default: http://127.0.0.1:8787)
knowledge upload <file or folder>…             sends files that are not stored yet, and waits until they are read;
                                               sub-folders become collections
knowledge crawl <address>                      fetches pages of a site into a collection of their own
knowledge ask "<question>"                     shows the answer and where each quote stands
knowledge search <words>                       shows the best passages
knowledge ls [collection]                      shows the collections, or what is in one
knowledge threads [collection]                 shows your newest threads, or the threads of a collection
knowledge mkdir "<name>"                       creates a collection; "a/b" creates b in a
knowledge mv <file or collection> <collection> moves it there
knowledge mv <id> "<name>"                     renames a file, a collection or a thread
knowledge rm <id>…                             deletes files and threads, to be restored within the retention;
                                               collections for good, with --yes alone
knowledge restore <id>…                        restores deleted files and threads
knowledge share <collection> <e-mail>…         shares it and all below it; --can says what they may do
knowledge export [file.zip]                    writes all that the organization holds
knowledge export --mine [file.zip]             writes what is known of you, and what you uploaded and wrote anywhere
knowledge import <file.zip>                    reads an organization's export into yours, where nothing is yet
knowledge usage                                shows what the organization has used, of the last 30 days
knowledge leave                                says whether you can close your account; --yes closes it
knowledge restore                              opens it again, for 30 days
knowledge --version                            shows the version

--in <id>      another collection; to ask a thread; to mv the collection that a file leaves
--limit <n>    of search, ls, threads and usage
--can <list>   of share: read, chat, write, share, own; default: read,chat
--yes          of leave and rm: does it
--pages <n>    of crawl: at most so many
--depth <n>    of crawl: so many links from the address
--open <n>     of ask: opens the document of the citation [n]
--email <a>    of login: whose token it is, where the token does not say it
--by <what>    of usage: day, user, operation, or several with commas between them
--from <day>   of usage: such as 2026-11-01; --to <day>: before that day
--organization <id>  of export and usage: another one than your own, or than the only one whose root an API key reaches

KNOWLEDGE_ORIGIN and KNOWLEDGE_TOKEN, which may be an API key, take the place of a login.`;

const COMMANDS: Readonly<Record<string, (given: Given) => Promise<void>>> = {
  login,
  upload,
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
  organization: text,
  by: text,
  from: text,
  to: text,
  can: text,
  mine: flag,
  yes: flag,
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
    process.stdout.write(`${await versionOf()}\n`);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    process.stderr.write(`There is no command "${name}".\n\n${HELP}\n`);
    return 2;
  }
  const { token, email, in: where, limit, pages, depth, open, organization, by, from, to, can, mine, yes } = values;
  await command({ words, token, email, in: where, limit, pages, depth, open, organization, by, from, to, can, mine, yes });
  return 0;
}

/** Formats an error as one line. */
function explain(error: unknown): string {
  if (error instanceof ApiError) {
    const { status, message, method, path, operationId } = error;
    const hint = status === 401 ? " Log in again: knowledge login." : "";
    return `${message}${hint} (${method} ${path}: ${status}${operationId === "" ? "" : `, ${operationId}`})`;
  }
  if (error instanceof TypeError && error.cause instanceof Error) return `The service cannot be reached: ${error.cause.message}`;
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
