/** Commands that create, move, rename, share and delete. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Grant, KnowledgeClient } from "../index.ts";
import { idFromBytes } from "../identifiers.ts";
import { createSessionClient, resolveCollection, type CommandArguments } from "./commands.ts";
import { UsageError } from "./failure.ts";
import { ensureFolders } from "./folders.ts";
import { readSession } from "./session.ts";
import { pluralize, parseNumber, oneLine, print } from "./terminal.ts";

type Kind = "asset" | "col" | "thread";

const ID = /^(asset|col|thread)_\w{26}$/;

function kindOf(id: string): Kind {
  const [, kind] = ID.exec(id) ?? [];
  if (kind === undefined)
    throw new UsageError(
      `"${id}" is not an identifier of a file, a collection or a thread: asset_…, col_… or thread_…`,
    );
  return kind as Kind;
}

/** Creates a collection and the missing parents in its path. */
export async function mkdir({ words: [path, ...more], in: where }: CommandArguments): Promise<void> {
  const labels = (path ?? "").split("/").filter((label) => label !== "");
  if (labels.length === 0 || more.length > 0)
    throw new UsageError('knowledge mkdir "<name>" [--in <collection>]; a/b creates b in a');
  const session = await readSession();
  const client = createSessionClient(session);
  const folder = labels.join("/");
  const collections = await ensureFolders(client, await resolveCollection(client, where, session), [folder]);
  print(`${collections.get(folder) ?? ""}  ${oneLine(folder)}`);
}

/** Moves a file or a collection into a collection, or renames a file, a collection or a thread. */
export async function mv({ words: [id = "", to = "", ...more], in: from }: CommandArguments): Promise<void> {
  if (to === "" || more.length > 0)
    throw new UsageError(
      'knowledge mv <asset_… or col_…> <col_…> [--in <from>], or knowledge mv <id> "<name>"',
    );
  const kind = kindOf(id);
  const client = createSessionClient(await readSession());
  if (!to.startsWith("col_") || !ID.test(to)) return print(await renamed(client, kind, id, to));
  if (kind === "thread")
    throw new UsageError("A thread stays in its collection. Name a file or a collection.");
  if (kind === "asset") return print(await movedAsset(client, id, to, from));
  const body = { collectionId: id, parentCollectionId: to };
  const { message } = await client.request("POST", "/v1/collection/{collectionID}/move", {
    params: { collectionID: id },
    body,
  });
  print(message);
}

async function renamed(client: KnowledgeClient, kind: Kind, id: string, name: string): Promise<string> {
  if (kind === "asset") {
    const body = { assetId: id, displayName: name };
    return (
      await client.request("POST", "/v1/assets/{assetID}/attributes", { params: { assetID: id }, body })
    ).message;
  }
  if (kind === "col") {
    const body = { collectionId: id, label: name };
    return (
      await client.request("POST", "/v1/collection/{collectionID}/attributes", {
        params: { collectionID: id },
        body,
      })
    ).message;
  }
  const body = { threadId: id, label: name };
  return (
    await client.request("POST", "/v1/threads/{threadID}/attributes", { params: { threadID: id }, body })
  ).message;
}

/**
 * Adds the file to the new collection before it removes the old membership, so that the file is always in
 * one.
 */
async function movedAsset(
  client: KnowledgeClient,
  assetID: string,
  to: string,
  from: string | undefined,
): Promise<string> {
  const { data } = await client.request("GET", "/v1/assets/{assetID}", { params: { assetID } });
  const holders = data.collectionIds.map((bytes) => idFromBytes("col", bytes));
  const [only, ...others] = holders.filter((id) => id !== to);
  const source = from ?? only;
  if (source === undefined) return "The file is already in that collection.";
  if (from === undefined && others.length > 0)
    throw new UsageError(
      `The file is in several collections. Name the one to remove it from: --in ${holders.join(", or ")}`,
    );
  if (!holders.includes(source)) throw new UsageError(`The file is not in ${source}.`);
  if (!holders.includes(to)) {
    const body = { collectionId: to, assetIds: [assetID], flags: [] };
    await client.request("POST", "/v1/collections/{collectionID}/assets", {
      params: { collectionID: to },
      body,
    });
  }
  const unlinked = { params: { collectionID: source }, body: { assetIds: [assetID] } };
  await client.request("DELETE", "/v1/collections/{collectionID}/assets", unlinked);
  return "File moved.";
}

/**
 * Deletes files and threads so that they can be restored. Collections are deleted permanently and need
 * `--yes`.
 */
export async function rm({ words, yes }: CommandArguments): Promise<void> {
  if (words.length === 0)
    throw new UsageError("knowledge rm <asset_…, thread_… or col_…>…; --yes deletes collections permanently");
  const { asset: assetIds, thread: threadIds, col: collectionIds } = byKind(words);
  const client = createSessionClient(await readSession());
  if (assetIds.length > 0)
    print((await client.request("DELETE", "/v1/assets/tombstone", { body: { assetIds } })).message);
  if (threadIds.length > 0)
    print((await client.request("DELETE", "/v1/threads/tombstone", { body: { threadIds } })).message);
  if (collectionIds.length === 0) return;
  const query = { dryRun: yes ? ("false" as const) : ("true" as const) };
  const { data } = await client.request("DELETE", "/v1/collections", { query, body: { collectionIds } });
  const { collections, assets, threads } = data.goes;
  const gone = `${pluralize(collections, "collection")}, ${pluralize(assets, "file")} and ${pluralize(threads, "thread")}`;
  if (yes) print(`Deleted permanently: ${gone}. Receipt: ${data.deletionId}`);
  else
    print(
      `This would permanently delete ${gone}. Nothing was deleted. To delete: knowledge rm --yes ${collectionIds.join(" ")}`,
    );
}

function byKind(ids: readonly string[]): Record<Kind, string[]> {
  const sorted: Record<Kind, string[]> = { asset: [], col: [], thread: [] };
  for (const id of new Set(ids)) sorted[kindOf(id)].push(id);
  return sorted;
}

const ACTIONS: readonly Grant["actions"][number][] = ["read", "chat", "write", "share", "own"];

/** Grants people actions on a collection and its subcollections. */
export async function share({
  words: [id = "", ...emails],
  can = "read,chat",
}: CommandArguments): Promise<void> {
  if (!/^col_\w{26}$/.test(id) || emails.length === 0)
    throw new UsageError("knowledge share <col_…> <e-mail address>… [--can read,chat,write,share,own]");
  const actions = can.split(",").map((word) => {
    const action = ACTIONS.find((each) => each === word.trim());
    if (action === undefined) throw new UsageError(`"${word}" is not one of ${ACTIONS.join(", ")}.`);
    return action;
  });
  const session = await readSession();
  const body = { actions, collectionIds: [id], shareTo: [], shareToEmails: emails };
  const { data } = await createSessionClient(session).request("POST", "/v1/share-collections", { body });
  for (const { id: userId, displayName } of data.existingUsers)
    print(`${userId}  shared  ${oneLine(displayName)}`);
  // The service sends no e-mail, so the command prints the invitation links.
  for (const { inviteeEmail, publicToken } of data.newUsers)
    print(`-  invited  ${oneLine(inviteeEmail)}: ${session.origin}/i#${encodeURIComponent(publicToken)}`);
}

/** Lists the threads of a collection, or the threads that the user wrote in most recently. */
export async function threads({ words: [collectionID], in: where, limit }: CommandArguments): Promise<void> {
  const client = createSessionClient(await readSession());
  const query = { limit: parseNumber(limit ?? "50") };
  const place = collectionID ?? where;
  const { data } =
    place === undefined
      ? await client.request("GET", "/v1/navigate/recent/threads", { query })
      : await client.request("GET", "/v1/collection/{collectionID}/threads", {
          params: { collectionID: place },
          query,
        });
  for (const { data: thread } of data.result.entities) {
    const { label, messageCount, modifiedAt, threadId } = thread;
    print(
      `${idFromBytes("thread", threadId)}  ${modifiedAt.slice(0, "2026-11-23".length)}  ${String(messageCount).padStart(4)}  ${oneLine(label)}`,
    );
  }
}

/** Restores the user's account, or the given files and threads. */
export async function restore({ words }: CommandArguments): Promise<void> {
  const client = createSessionClient(await readSession());
  if (words.length > 0) return await restored(client, words);
  await client.restoreAccount();
  print("Your account is open again. Your earlier API keys and public links no longer work.");
}

async function restored(client: KnowledgeClient, ids: readonly string[]): Promise<void> {
  const { asset: assetIds, thread: threadIds, col: collectionIds } = byKind(ids);
  if (collectionIds.length > 0) throw new UsageError("A deleted collection cannot be restored.");
  if (assetIds.length > 0)
    print((await client.request("POST", "/v1/assets/restore", { body: { assetIds } })).message);
  if (threadIds.length > 0)
    print((await client.request("POST", "/v1/threads/restore", { body: { threadIds } })).message);
}

/** The version of this package. */
export async function readVersion(): Promise<string> {
  const manifest = JSON.parse(
    await readFile(join(import.meta.dirname, "..", "..", "package.json"), "utf8"),
  ) as {
    readonly version: string;
  };
  return manifest.version;
}
