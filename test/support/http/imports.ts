import { makeZip } from "client-zip";
import { importedId } from "../../../src/domain/imported-id.ts";
import { type Id, newId, SERVICE_USER_ID } from "../../../src/domain/ids.ts";
import { NO_PROGRESS, NOTHING_IMPORTED } from "../../../src/domain/import.ts";
import type { Quotas } from "../../../src/domain/quota.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { insertImport } from "../../../src/storage/d1/service/imports.ts";
import { upload } from "./assets.ts";
import { runAllJobs } from "./tombstone.ts";
import { testEnv } from "../setup/env.ts";
import { call, rawCall } from "./call.ts";
import { type Person, signUp } from "./person.ts";
import type { ReadExport } from "./exports.ts";
import { share } from "./create-collection.ts";

export async function fetchArchive({ token }: Pick<Person, "token">, path: string): Promise<Uint8Array> {
  const response = await rawCall("GET", path, { token });
  if (response.status !== 200) throw new Error(await response.text());
  return new Uint8Array(await response.arrayBuffer());
}

/** Uploads archives and requests their import. */
export async function requestImport(person: Person, archives: readonly Uint8Array[]) {
  const assetIds: string[] = [];
  for (const archive of archives) {
    assetIds.push(
      await upload(person, person.personalId, archive, {
        name: "export.zip",
        contentType: "application/zip",
      }),
    );
  }
  const answer = await call("POST", "/v1/import", {
    token: person.token,
    body: { organizationId: person.organizationId, assetIds },
  });
  return { ...answer, assetIds };
}

export async function getImport({ token }: Pick<Person, "token">, importId: string) {
  return (await call("GET", `/v1/imports/${importId}`, { token })).body.data;
}

/** An empty second organization of the owner, with the archive uploaded into it. */
export async function secondOrganizationOf(owner: Person, archive: Uint8Array) {
  const fresh = await signUp("fresh");
  await share(fresh, fresh.rootId, owner, ["own"]);
  const { organizationId } = fresh;
  const assetId = await upload({ ...fresh, token: owner.token }, fresh.rootId, archive, {
    contentType: "application/zip",
  });
  return { organizationId, assetIds: [assetId] };
}

/**
 * Imports archives to completion.
 * @returns the receipt
 */
export async function importArchives(person: Person, ...archives: readonly Uint8Array[]) {
  const { body } = await requestImport(person, archives);
  if (body.code !== "ok") throw new Error(body.message);
  await runAllJobs();
  return await getImport(person, body.data.importId);
}

/** An archive of these files in the export format. */
export async function archiveOf(files: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const entries = Object.entries(files).map(([name, input]) => ({ name, input, lastModified: new Date(0) }));
  return new Uint8Array(await new Response(makeZip(entries, { buffersAreUTF8: true })).arrayBuffer());
}

/** An import that only the test processes. */
export async function manualImport(
  { organizationId, userId }: Person,
  assetId: string,
  quotas: Quotas = {},
): Promise<Id<"op">> {
  const key = await testEnv.DB.prepare("SELECT object_key FROM assets WHERE id = ?")
    .bind(assetId)
    .first<string>("object_key");
  const { etag, size } = (await testEnv.BUCKET.head(key!))!;
  const db = createDatabase(testEnv.DB);
  const id = newId("op");
  const row = {
    id,
    organizationId: organizationId as Id<"org">,
    requestedBy: userId as Id<"user">,
    requestedAt: new Date(),
    state: "checking" as const,
    parts: JSON.stringify([{ assetId, key, etag, size }]),
    quotas: JSON.stringify(quotas),
    progress: JSON.stringify(NO_PROGRESS),
    counts: JSON.stringify(NOTHING_IMPORTED),
  };
  await db.write([insertImport(db, row)]);
  return id;
}

const FIRST = ["root", "favorites", "organization", "personal"];

/** The comparable part of an export: its records by file, without fields that an import drops. */
function comparable(archive: ReadExport): Record<string, unknown[]> {
  const records = Object.keys(archive.files).filter((name) =>
    /^(?:collections|assets|threads)\.jsonl$|^threads\/.*\.jsonl$/.test(name),
  );
  const lines = records.map((name): [string, unknown[]] => [
    name,
    archive.lines(name).filter(({ kind }) => !FIRST.includes(kind)),
  ]);
  const texts = Object.keys(archive.files).filter((name) => /^(?:originals|texts|artifacts)\//.test(name));
  const { counts, missing, of } = archive.manifest;
  const { access: _access, ...counted } = counts;
  return Object.fromEntries([
    ...lines,
    ...texts.map((name): [string, unknown[]] => [
      name,
      [new TextDecoder("latin1").decode(archive.files[name])],
    ]),
    ["manifest.json", [counted, missing, of.kind]],
  ]);
}

const ID = /\b([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}/g;

/** An export with the ids that an import assigns, as sorted text, so that both sides compare equal. */
export async function asImported(archive: ReadExport, importId: Id<"op">, importer: Person): Promise<string> {
  const mapped = new Map<string, string>();
  const add = async (kind: "msg" | "chunk", old: string, within: string) =>
    mapped.set(old, await importedId(kind, importId, old as Id, within));
  for (const name of Object.keys(archive.files)) {
    const [thread] = /thread_\w{26}(?=\.jsonl)/.exec(name) ?? [];
    if (thread !== undefined) for (const { id } of archive.lines(name)) await add("msg", id, thread);
    const [asset] = /asset_\w{26}(?=\/.*\.chunks\.json)/.exec(name) ?? [];
    if (asset !== undefined)
      for (const { id } of JSON.parse(archive.text(name)).chunks) await add("chunk", id, asset);
  }
  const first: [string, string][] = archive
    .lines("collections.jsonl")
    .flatMap(({ id, kind }) =>
      kind === "root" ? [[id, importer.rootId]] : kind === "personal" ? [[id, importer.personalId]] : [],
    );
  for (const [old, own] of first) mapped.set(old, own);
  const text = asText(archive);
  for (const [old, kind] of [...text.matchAll(ID)].map(([id, of]): [string, string] => [id, of!])) {
    if (kind === "user") mapped.set(old, old === SERVICE_USER_ID ? old : importer.userId);
    else if (!mapped.has(old)) mapped.set(old, await importedId(kind as "asset", importId, old as Id));
  }
  return sorted(text.replaceAll(ID, (id) => mapped.get(id) ?? id));
}

export function asExported(archive: ReadExport): string {
  return sorted(asText(archive));
}

function asText(archive: ReadExport): string {
  return Object.entries(comparable(archive))
    .flatMap(([name, values]) => values.map((value) => `${name} ${JSON.stringify(value)}`))
    .join("\n");
}

/** Sorts fields by name and collections by id, because an import may reorder them. */
function ordered(key: string, value: unknown): unknown {
  if (Array.isArray(value))
    return key === "collections"
      ? value.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
      : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function sorted(text: string): string {
  const lines = text.split("\n").map((line) => {
    const at = line.indexOf(" ");
    return `${line.slice(0, at)} ${JSON.stringify(JSON.parse(line.slice(at + 1)), ordered)}`;
  });
  return lines.toSorted().join("\n");
}
