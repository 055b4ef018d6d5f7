import { text as readAll } from "node:stream/consumers";
import {
  type Account,
  ApiError,
  type CollectionNode,
  createClient,
  idFromBytes,
  type KnowledgeClient,
  formatLocator,
  type Workspace,
} from "../index.ts";
import { exportArchiveParts } from "./export-archive.ts";
import { Failure, UsageError } from "./failure.ts";
import { followImport, listImportArchives, uploadArchive } from "./import-archives.ts";
import { saveSession, readSession, type Session } from "./session.ts";
import { besideState, formatCounts, printNote, parseNumber, oneLine, print } from "./terminal.ts";

/** Arguments and options of a command. */
export interface CommandArguments {
  readonly words: readonly string[];
  readonly token?: string | undefined;
  readonly email?: string | undefined;
  /** A collection id; for `ask` a thread id. */
  readonly in?: string | undefined;
  readonly limit?: string | undefined;
  /** Maximum number of pages of a `crawl`. */
  readonly pages?: string | undefined;
  readonly depth?: string | undefined;
  readonly open?: string | undefined;
  /** For `ask`: the id of the language model that answers. */
  readonly model?: string | undefined;
  /** For `ask`: how strict the service is with sentences of a language model. */
  readonly verification?: string | undefined;
  /** Organization of `export` and `usage`. Default: the user's own organization. */
  readonly organization?: string | undefined;
  /** Whether `export` writes the user's own data instead of the organization's. */
  readonly mine: boolean;
  /** For `usage`: the grouping and the range of days. */
  readonly by?: string | undefined;
  readonly from?: string | undefined;
  /** For `sync`: a collection's id, or a path of labels. */
  readonly to?: string | undefined;
  /** Actions that `share` grants, separated by commas. */
  readonly can?: string | undefined;
  /** For `sync`: the branch of a Git repository. */
  readonly branch?: string | undefined;
  /** For `sync --watch`: seconds between two full passes. */
  readonly every?: string | undefined;
  /** For `sync`: whether to repeat passes until the command ends. */
  readonly watch: boolean;
  /** For `sync`: whether equal documents of others count as uploads of this command. */
  readonly adopt: boolean;
  /** For `sync`: only print the plan. */
  readonly "dry-run": boolean;
  /** For `sync`: print JSON lines. */
  readonly json: boolean;
  /** Confirms `leave` and `rm`, and a `sync` with many deletions. Without it, the commands only report their effect. */
  readonly yes: boolean;
}

/** @param maxFailures attempts of each request; default: the library's */
export function createSessionClient({ origin, token }: Session, maxFailures?: number): KnowledgeClient {
  let isTold = false;
  const onRetry = (error: unknown): void => {
    if (!isTold) printNote(`The service does not respond (${reasonOf(error)}). Retrying.`);
    isTold = true;
  };
  return createClient({
    origin,
    token,
    retry: { onRetry, ...(maxFailures === undefined ? {} : { maxFailures }) },
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return `status ${error.status}`;
  return error instanceof Error && error.cause instanceof Error ? error.cause.message : "no connection";
}

/** Saves address and token after the service has accepted them. */
export async function login({ words, token: given, email }: CommandArguments): Promise<void> {
  const [origin = "http://127.0.0.1:8787"] = words;
  const token = (given ?? (process.stdin.isTTY ? "" : await readAll(process.stdin))).trim();
  if (token === "")
    throw new UsageError("knowledge login <address> --token <token>; or pass the token by standard input");
  const workspace = await createClient({ origin, token }).signIn({ email: email ?? emailOf(token) });
  const path = await saveSession({
    origin: new URL(origin).origin,
    token,
    collectionId: workspace.personalId,
  });
  print(`Logged in at ${origin}. Default collection: ${workspace.personalId}. Saved in ${path}.`);
}

function emailOf(token: string): string {
  const email = addressIn(token);
  if (email === null) throw new UsageError("The token does not name its user: add --email <address>.");
  return email;
}

/** Returns null for API keys and for all other tokens that are no ID token. */
function addressIn(token: string): string | null {
  const [, payload = ""] = token.split(".");
  try {
    const { email } = JSON.parse(Buffer.from(payload, "base64url").toString()) as {
      readonly email?: unknown;
    };
    return typeof email === "string" ? email : null;
  } catch {
    return null;
  }
}

/** Lists the collections, or the contents of one collection. */
export async function ls({ words: [collectionID], limit }: CommandArguments): Promise<void> {
  const session = await readSession();
  const client = createSessionClient(session);
  if (collectionID === undefined) {
    for (const { id, label, depth } of await collectionsOf(client, session))
      print(`${id}  ${"  ".repeat(depth)}${label}`);
    return;
  }
  const query = { limit: parseNumber(limit ?? "200"), sort: "displayName" };
  const { data } = await client.request("GET", "/v1/collection/{collectionID}/assets", {
    params: { collectionID },
    query,
  });
  for (const { data: asset } of data.result.entities) {
    const words = oneLine(asset.processingFailureReason) || besideState(asset.processingStatusText);
    print(
      `${asset.id}  ${asset.lifecycleState.padEnd(10)}  ${oneLine(asset.displayName)}${words && `: ${words}`}`,
    );
  }
}

async function collectionsOf(client: KnowledgeClient, session: Session): Promise<readonly CollectionNode[]> {
  return addressIn(session.token) === null
    ? await client.collections()
    : (await workspaceOf(client, session)).collections;
}

async function workspaceOf(client: KnowledgeClient, { token }: Session): Promise<Workspace> {
  return await client.signIn({ email: emailOf(token) });
}

/**
 * The collection from `--in`, from the saved login or from a new sign-in. A token that cannot sign in works
 * if it reaches exactly one collection.
 */
export async function resolveCollection(
  client: KnowledgeClient,
  where: string | undefined,
  session: Session,
): Promise<string> {
  if (where !== undefined) return where;
  if (session.collectionId !== "") return session.collectionId;
  if (addressIn(session.token) !== null) return (await workspaceOf(client, session)).personalId;
  const all = await client.collections();
  const personal = all.filter(({ kind }) => kind === "personal");
  const [one, ...others] = personal.length > 0 ? personal : all.filter(({ depth }) => depth === 0);
  if (one === undefined || others.length > 0)
    throw new UsageError("Name a collection with --in col_…; knowledge ls lists them");
  return one.id;
}

export async function search({ words, in: where, limit }: CommandArguments): Promise<void> {
  const query = words.join(" ");
  if (query.trim() === "")
    throw new UsageError("knowledge search <words> [--in <collection>] [--limit <number>]");
  const session = await readSession();
  const scope = where === undefined ? {} : { collectionIds: [where] };
  for (const { displayName, locator, text } of await createSessionClient(session).search(query, {
    ...scope,
    limit: parseNumber(limit ?? "5"),
  })) {
    const place = formatLocator(locator);
    print(`${oneLine(displayName)}${place && `, ${oneLine(place)}`}\n  ${oneLine(text)}\n`);
  }
}

/** Writes ZIP archives of an organization's data or of the user's own data. */
export async function exportArchives({ words: [path], organization, mine }: CommandArguments): Promise<void> {
  if (mine && organization !== undefined)
    throw new UsageError("--mine and --organization exclude each other.");
  const session = await readSession();
  const { origin, token } = session;
  const from = mine
    ? OWN
    : exportOf(organization ?? (await resolveOrganization(createSessionClient(session), session)));
  const fetchPart = async (after: string | null): Promise<Response> => {
    const url = new URL(from.address, origin);
    if (after !== null) url.searchParams.set("after", after);
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    if (response.ok) return response;
    const { message = "" } = (await response.json().catch(() => ({}))) as { readonly message?: string };
    throw new Failure(`${oneLine(message)} (GET ${from.documented}: ${response.status})`);
  };
  for await (const { path: written, counts } of exportArchiveParts(fetchPart, path ?? `${from.name}.zip`)) {
    print(`${written}  ${formatCounts(counts)}`);
  }
}

/** The user's own organization; for an API key the only organization whose root it reaches. */
export async function resolveOrganization(client: KnowledgeClient, session: Session): Promise<string> {
  if (addressIn(session.token) !== null)
    return (await workspaceOf(client, session)).organizationContext.organizationId;
  const tree = (await client.request("GET", "/v1/users/self/collection-tree")).data.map(
    ({ collection }) => collection,
  );
  const [root, ...others] = tree.filter(({ collectionKind }) => collectionKind === "root");
  if (root === undefined || others.length > 0)
    throw new UsageError("Name an organization with --organization org_…");
  return idFromBytes("org", root.organizationId);
}

/** The path of an export in the service's document, and its file name. */
interface ExportSource {
  readonly address: string;
  readonly documented: string;
  readonly name: string;
}

const OWN: ExportSource = {
  address: "/v1/users/self/export",
  documented: "/v1/users/self/export",
  name: "my-knowledge",
};

function exportOf(organizationId: string): ExportSource {
  if (!/^org_\w{26}$/.test(organizationId))
    throw new UsageError(`"${organizationId}" is not an organization id.`);
  const documented = "/v1/organizations/{organizationId}/export";
  return {
    address: documented.replace("{organizationId}", organizationId),
    documented,
    name: organizationId,
  };
}

/**
 * Closes the user's account with `--yes`; without it reports the date until which the account could be
 * restored.
 */
export async function leave({ yes }: CommandArguments): Promise<void> {
  const account = await createSessionClient(await readSession()).deleteAccount({ dryRun: !yes });
  const [hasLeft, until] = [account.lifecycleState === "deleted", dayOf(account.restorableUntil)];
  if (hasLeft)
    print(
      `Your account is closed. Until ${until} you can export your data (knowledge export --mine) and reopen the account (knowledge restore).`,
    );
  else
    print(
      `You can close your account. You could reopen it until ${until}; then the service deletes it. To close: knowledge leave --yes`,
    );
}

function dayOf(moment: Account["restorableUntil"]): string {
  return (moment ?? "").slice(0, "2026-11-23".length);
}

/** Imports archives of `export` into the user's own organization, which must be empty. */
export async function importOrganization({ words: [path] }: CommandArguments): Promise<void> {
  if (path === undefined) throw new UsageError("knowledge import <file.zip>");
  const session = await readSession();
  const client = createSessionClient(session);
  const parts = await listImportArchives(path);
  const workspace = await workspaceOf(client, session);
  const assetIds: string[] = [];
  for (const part of parts) {
    const tell = (sent: number, all: number): void => printNote(`${part}: ${sent} of ${all} bytes`);
    assetIds.push(await uploadArchive(client, workspace, part, tell));
  }
  const { organizationId } = workspace.organizationContext;
  const { data: ordered } = await client.request("POST", "/v1/import", {
    body: { organizationId, assetIds },
  });
  const read = await followImport(client, ordered.importId, ({ state, counts }) =>
    printNote(`${state}: ${formatCounts(counts)}`),
  );
  print(`${parts.join(", ")}  ${formatCounts(read.counts)}`);
}
