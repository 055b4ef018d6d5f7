import { ordersAreDone } from "./deletion.ts";
import { testEnv } from "./env.ts";
import { createExported, exportPath, readExport, type ReadExport } from "./exports.ts";
import { archiveOf, fetchArchive, importArchives } from "./imports.ts";
import { type Person, signUp } from "./people.ts";

/** The ids and names in an export that tests change. */
export interface ExportNames {
  readonly asset: string;
  readonly thread: string;
  readonly version: string;
}

/** A small export that each test modifies. */
export class ChangedExport {
  readonly exported: ReadExport;
  readonly archive: Uint8Array;
  readonly names: ExportNames;

  private constructor(exported: ReadExport, archive: Uint8Array, names: ExportNames) {
    this.exported = exported;
    this.archive = archive;
    this.names = names;
  }

  static async make(): Promise<ChangedExport> {
    const { ada, assetId, threadId } = await createExported();
    const path = exportPath(ada.organizationId);
    const exported = await readExport(ada, path);
    const version = exported.lines("assets.jsonl")[0].textVersion;
    return new ChangedExport(exported, await fetchArchive(ada, path), { asset: assetId, thread: threadId, version });
  }

  /** The export with some files replaced. Null removes a file. */
  async changed(changes: Readonly<Record<string, string | Uint8Array | null>>): Promise<Uint8Array> {
    const files: Record<string, string | Uint8Array> = { ...this.exported.files };
    for (const [name, content] of Object.entries(changes)) {
      if (content === null) delete files[name];
      else files[name] = content;
    }
    const { "manifest.json": manifest, ...others } = files;
    return await archiveOf(manifest === undefined ? others : { ...others, "manifest.json": manifest });
  }

  /** The records of a file, each modified. */
  lines(name: string, change: (record: any) => object): string {
    return this.exported
      .lines(name)
      .map((record) => `${JSON.stringify(change(record))}\n`)
      .join("");
  }

  manifest(change: object): string {
    return JSON.stringify({ ...this.exported.manifest, ...change });
  }

  counts(change: object): string {
    return this.manifest({ counts: { ...this.exported.manifest.counts, ...change } });
  }

  /**
   * The archive with some of its bytes modified.
   * @param change receives the offset of the central directory
   */
  tampered(change: (bytes: Uint8Array, list: number) => void): Uint8Array {
    const bytes = this.archive.slice();
    change(bytes, viewOf(bytes).getUint32(bytes.length - 6, true));
    return bytes;
  }
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The offset of an entry in the central directory. */
export function entryOf(bytes: Uint8Array, list: number, name: string): number {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset).indexOf(name, list);
  if (at < 0) throw new Error(name);
  return at - 46;
}

/**
 * The contents of an organization in each store, deleted records included, without its first collections and
 * the archive.
 */
export async function contentOf({ organizationId }: Person) {
  const count = async (sql: string) => await testEnv.DB.prepare(sql).bind(organizationId).first<number>("n");
  const objects = (await testEnv.BUCKET.list({ prefix: `${organizationId}/` })).objects.map(({ key }) => key.split("/")[1]);
  return {
    collections: await count("SELECT count(*) AS n FROM collections WHERE organization_id = ? AND kind = 'collection'"),
    assets: await count("SELECT count(*) AS n FROM assets WHERE organization_id = ? AND display_name <> 'export.zip'"),
    threads: await count("SELECT count(*) AS n FROM threads WHERE organization_id = ?"),
    objectsOf: new Set(objects).size,
  };
}

/** @returns the error of the failed import and the organization's contents */
export async function refused(bytes: Uint8Array) {
  const bob = await signUp("bob");
  const { state, failureReason } = await importArchives(bob, bytes);
  if (state !== "failed") throw new Error(`The import is ${state}.`);
  await ordersAreDone();
  return { reason: failureReason as string, content: await contentOf(bob), bob };
}
