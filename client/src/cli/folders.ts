/** Maps local folders to collections. */
import type { KnowledgeClient } from "../index.ts";
import { idFromBytes } from "../identifiers.ts";

/** Tree nodes of one request: the service's maximum. */
const PAGE = 1_000;

type Labelled = ReadonlyMap<string, string>;

/**
 * Finds or creates the collection of each folder below a collection.
 * @param folders paths with `/`; "" is the collection itself
 * @returns collection ids by folder
 */
export async function ensureFolders(
  client: KnowledgeClient,
  rootId: string,
  folders: Iterable<string>,
): Promise<Map<string, string>> {
  const placed = new Map([["", rootId]]);
  const wanted = [...new Set(folders)].filter((folder) => folder !== "").sort();
  if (wanted.length === 0) return placed;
  const known = await labelledBelow(client, rootId);
  for (const folder of wanted) await place(client, placed, known, folder);
  return placed;
}

/** The existing collections of folders below a collection. Creates nothing. */
export async function findFolders(
  client: KnowledgeClient,
  rootId: string,
  folders: Iterable<string>,
): Promise<Map<string, string>> {
  const found = new Map([["", rootId]]);
  const known = await labelledBelow(client, rootId);
  const wanted = new Set([...folders].flatMap((folder) => prefixesOf(folder)));
  for (const folder of [...wanted].sort()) {
    const cut = folder.lastIndexOf("/");
    const parentId = found.get(folder.slice(0, Math.max(0, cut)));
    const id = parentId === undefined ? undefined : known.get(placeOf(parentId, folder.slice(cut + 1)));
    if (id !== undefined) found.set(folder, id);
  }
  return found;
}

/** Example: "a", "a/b" and "a/b/c" for "a/b/c". */
function prefixesOf(folder: string): string[] {
  const parts = folder === "" ? [] : folder.split("/");
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

async function place(
  client: KnowledgeClient,
  placed: Map<string, string>,
  known: Labelled,
  folder: string,
): Promise<string> {
  const found = placed.get(folder);
  if (found !== undefined) return found;
  const cut = folder.lastIndexOf("/");
  const label = folder.slice(cut + 1);
  const parentId = await place(client, placed, known, folder.slice(0, Math.max(0, cut)));
  const id = known.get(placeOf(parentId, label)) ?? (await create(client, parentId, label));
  placed.set(folder, id);
  return id;
}

async function create(client: KnowledgeClient, parentCollectionID: string, label: string): Promise<string> {
  const { data } = await client.request("POST", "/v1/collection/{parentCollectionID}", {
    params: { parentCollectionID },
    body: { label },
  });
  return idFromBytes("col", data.id);
}

/** The collections below a collection by parent and label. If several share a label, the oldest wins. */
async function labelledBelow(client: KnowledgeClient, root: string): Promise<Labelled> {
  const found = new Map<string, string>();
  for (let offset = 0; ; offset += PAGE) {
    const { data } = await client.request("GET", "/v1/users/self/collection-tree", {
      query: { root, limit: PAGE, offset },
    });
    const pending = [...data];
    let count = 0;
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      count += 1;
      pending.push(...node.children);
      const { id: bytes, path, label } = node.collection;
      const [id, parent] = [idFromBytes("col", bytes), path.at(-2)];
      if (parent === undefined) continue;
      const key = placeOf(idFromBytes("col", parent), label);
      const before = found.get(key);
      if (before === undefined || id < before) found.set(key, id);
    }
    if (count < PAGE) return found;
  }
}

function placeOf(parentId: string, label: string): string {
  return `${parentId} ${normalizeName(label)}`;
}

const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Normalizes a name for comparison: the service removes invisible characters, and file systems differ in
 * Unicode forms.
 */
export function normalizeName(name: string): string {
  return name.normalize("NFC").replaceAll(LINE_BREAKS, " ").replaceAll(INVISIBLE, "").trim();
}
