import { normalizeName } from "../folders.ts";
import type { RemoteFile, RemoteFiles } from "./remote-files.ts";
import type { SourceFile } from "./source.ts";
import type { SyncedFile } from "./sync-state.ts";

export interface HashedSource {
  readonly file: SourceFile;
  readonly sha256: string;
}

/** Bytes to send. `assetId` is "" unless an earlier upload is to be continued. */
export interface Sending extends HashedSource {
  readonly assetId: string;
  readonly replaces: readonly string[];
}

/** An asset whose file has another path now. */
export interface Moving extends HashedSource {
  readonly from: SyncedFile;
}

/** The steps that bring a collection in step with a source. */
export interface SyncPlan {
  readonly add: readonly Sending[];
  readonly change: readonly Sending[];
  readonly move: readonly Moving[];
  /** Files that left the source, with their assets. */
  readonly remove: readonly SyncedFile[];
  /** Facts to record without a change in the collection. */
  readonly record: readonly SyncedFile[];
  /** Files of which nothing is left in the source and nothing of ours in the collection. */
  readonly forget: readonly string[];
  /** New bytes that are ready, whose earlier bytes are still there. */
  readonly retire: readonly SyncedFile[];
  readonly unchanged: number;
}

type Draft = { -readonly [Key in keyof SyncPlan]: SyncPlan[Key] extends readonly (infer T)[] ? T[] : number };

export interface PlanInput {
  readonly files: readonly HashedSource[];
  /** Paths that are in the source and cannot be judged now: nothing happens to them. */
  readonly kept: ReadonlySet<string>;
  readonly state: ReadonlyMap<string, SyncedFile>;
  readonly remote: RemoteFiles;
  /** The existing collections by folder. */
  readonly collections: ReadonlyMap<string, string>;
  /** Whether equal files that somebody else added count as ours. */
  readonly adopts: boolean;
}

/** Compares a source with a collection. Changes nothing. */
export function planSync(input: PlanInput): SyncPlan {
  const draft: Draft = {
    add: [],
    change: [],
    move: [],
    remove: [],
    record: [],
    forget: [],
    retire: [],
    unchanged: 0,
  };
  const present = new Set(input.files.map(({ file }) => file.path));
  const vanished = [...input.state.values()].filter(
    ({ path }) => !present.has(path) && !input.kept.has(path),
  );
  const movable = new MovableFiles(vanished.filter((entry) => isOurs(entry, input.remote)));
  const entries = [...input.state.values()];
  const tracked = new Set(entries.flatMap(({ assetId, replaces = [] }) => [assetId, ...replaces]));
  for (const each of input.files) {
    const entry = input.state.get(each.file.path);
    if (entry === undefined || entry.assetId === "") planNew(draft, input, each, entry, { movable, tracked });
    else if (entry.sha256 === each.sha256) planKnown(draft, input, each, entry);
    else draft.change.push({ ...each, assetId: "", replaces: olderOf(entry, input.remote) });
  }
  const moved = new Set(draft.move.map(({ from }) => from.path));
  for (const entry of vanished) if (!moved.has(entry.path)) planVanished(draft, input, entry);
  return draft;
}

interface Lookup {
  readonly movable: MovableFiles;
  readonly tracked: Set<string>;
}

function planNew(
  draft: Draft,
  { remote, collections, adopts }: PlanInput,
  each: HashedSource,
  entry: SyncedFile | undefined,
  { movable, tracked }: Lookup,
): void {
  const { path } = each.file;
  const equal = remote.find(collections.get(folderOf(path)) ?? "", nameOf(path), each.sha256, tracked);
  const began = entry !== undefined && entry.sha256 === each.sha256;
  if (equal !== undefined) {
    tracked.add(equal.id);
    if (began || adopts) return planFound(draft, each, equal, entry?.replaces ?? []);
    draft.unchanged += 1;
    draft.record.push({ ...entryOf(each, equal), isForeign: true });
    return;
  }
  const from = entry === undefined ? movable.take(each.sha256, nameOf(path)) : undefined;
  if (from === undefined) draft.add.push({ ...each, assetId: "", replaces: entry?.replaces ?? [] });
  else draft.move.push({ ...each, from });
}

/** Vanished files by their bytes. Each is the origin of one moved file at most. */
class MovableFiles {
  readonly #byKey = new Map<string, SyncedFile[]>();
  readonly #taken = new Set<SyncedFile>();

  constructor(entries: readonly SyncedFile[]) {
    for (const entry of entries)
      for (const key of [entry.sha256, `${entry.sha256} ${nameOf(entry.path)}`]) {
        const equal = this.#byKey.get(key);
        if (equal === undefined) this.#byKey.set(key, [entry]);
        else equal.push(entry);
      }
  }

  /** Of several equal files, the one with the same name is the likelier origin. */
  take(sha256: string, name: string): SyncedFile | undefined {
    for (const key of [`${sha256} ${name}`, sha256]) {
      const equal = this.#byKey.get(key) ?? [];
      for (let entry = equal.pop(); entry !== undefined; entry = equal.pop()) {
        if (this.#taken.has(entry)) continue;
        this.#taken.add(entry);
        return entry;
      }
    }
    return undefined;
  }
}

/** Continues an earlier upload that the service may have read meanwhile. */
function planFound(draft: Draft, each: HashedSource, asset: RemoteFile, replaces: readonly string[]): void {
  if (asset.state !== "ready" && asset.state !== "failed") {
    draft.add.push({ ...each, assetId: asset.id, replaces });
    return;
  }
  const entry = { ...entryOf(each, asset), replaces };
  draft.unchanged += 1;
  if (asset.state === "ready" && replaces.length > 0) draft.retire.push(entry);
  else draft.record.push(entry);
}

function entryOf({ file, sha256 }: HashedSource, { id, collectionId, state }: RemoteFile): SyncedFile {
  const { path, stamp } = file;
  return {
    path,
    stamp,
    sha256,
    assetId: id,
    collectionId,
    state: state === "failed" ? "failed" : "ready",
  };
}

function planKnown(draft: Draft, { remote, adopts }: PlanInput, each: HashedSource, entry: SyncedFile): void {
  const asset = remote.get(entry.assetId);
  const replaces = (entry.replaces ?? []).filter((id) => remote.get(id) !== undefined);
  if (asset === undefined) {
    draft.add.push({ ...each, assetId: "", replaces });
    return;
  }
  if (entry.state === "sending") return planFound(draft, each, asset, replaces);
  draft.unchanged += 1;
  const { isForeign: _isForeign, ...own } = entry;
  const known = adopts ? own : entry;
  if (asset.state === "ready" && replaces.length > 0) draft.retire.push({ ...known, replaces });
  if (entry.stamp !== each.file.stamp || (adopts && entry.isForeign === true))
    draft.record.push({ ...known, stamp: each.file.stamp });
}

function planVanished(draft: Draft, { remote, collections }: PlanInput, entry: SyncedFile): void {
  const { path, sha256 } = entry;
  if (entry.assetId !== "") {
    if (isOurs(entry, remote)) draft.remove.push({ ...entry, replaces: existing(entry.replaces, remote) });
    else draft.forget.push(path);
    return;
  }
  // The end of an earlier pass hides whether the service has the file.
  const sent = remote.find(collections.get(folderOf(path)) ?? "", nameOf(path), sha256, new Set());
  const rest = [...(sent === undefined ? [] : [sent.id]), ...existing(entry.replaces, remote)];
  const [assetId, ...replaces] = rest;
  if (assetId === undefined) draft.forget.push(path);
  else draft.remove.push({ ...entry, assetId, replaces });
}

/** Whether the command added the asset, and its bytes are still the ones that the command sent. */
function isOurs(entry: SyncedFile, remote: RemoteFiles): boolean {
  if (entry.isForeign === true || entry.assetId === "") return false;
  const asset = remote.get(entry.assetId);
  return asset !== undefined && (asset.sha256 === "" || asset.sha256 === entry.sha256);
}

function olderOf(entry: SyncedFile, remote: RemoteFiles): string[] {
  return [...(isOurs(entry, remote) ? [entry.assetId] : []), ...existing(entry.replaces, remote)];
}

function existing(ids: readonly string[] | undefined, remote: RemoteFiles): string[] {
  return (ids ?? []).filter((id) => remote.get(id) !== undefined);
}

/** The folder of a path; "" at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The file's own name, as the service stores it. */
export function nameOf(path: string): string {
  return normalizeName(path.slice(path.lastIndexOf("/") + 1));
}
