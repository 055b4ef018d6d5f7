import type { CollectionNode, KnowledgeClient } from "../../index.ts";
import { resolveCollection } from "../commands.ts";
import { UsageError } from "../failure.ts";
import { ensureFolders, findFolders, normalizeName } from "../folders.ts";
import type { Session } from "../session.ts";

/** The collection that `--to` names. */
export interface SyncTarget {
  readonly baseId: string;
  /** The path of labels below the base; "" for the base itself. */
  readonly folder: string;
  /** "" if the collection does not exist yet. */
  readonly collectionId: string;
}

/**
 * Finds the collection of `--to`. The first label of a path is that of a topmost collection or of a child of one;
 * otherwise the path begins in the default collection.
 */
export async function findTarget(
  client: KnowledgeClient,
  session: Session,
  to: string,
  where: string | undefined,
): Promise<SyncTarget> {
  if (/^col_\w{26}$/.test(to)) return { baseId: to, folder: "", collectionId: to };
  const labels = to.split("/").filter((label) => label !== "");
  const [first, ...rest] = labels;
  if (first === undefined) throw new UsageError("--to needs a collection's id or a path of labels.");
  const top = where === undefined ? topLabelled(await client.collections(), first) : [];
  if (top.length > 1)
    throw new UsageError(
      `Several collections are named ${first}: ${top.map(({ id }) => id).join(", ")}. Name the parent of yours with --in.`,
    );
  const [begin] = top;
  const baseId = begin?.id ?? (await resolveCollection(client, where, session));
  const folder = (begin === undefined ? labels : rest).join("/");
  const found = await findFolders(client, baseId, [folder]);
  return { baseId, folder, collectionId: found.get(folder) ?? "" };
}

/** Creates the collection and its missing parents. */
export async function ensureTarget(
  client: KnowledgeClient,
  { baseId, folder, collectionId }: SyncTarget,
): Promise<string> {
  if (collectionId !== "") return collectionId;
  return (await ensureFolders(client, baseId, [folder])).get(folder) ?? baseId;
}

function topLabelled(nodes: readonly CollectionNode[], label: string): CollectionNode[] {
  const wanted = normalizeName(label);
  return nodes.filter((node) => node.depth <= 1 && normalizeName(node.label) === wanted);
}
