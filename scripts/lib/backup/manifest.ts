import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { Failure } from "../failure.ts";

const sha256 = z.string().regex(/^[\da-f]{64}$/);

const backedUpFile = z.object({
  /** Relative to the state folder, with slashes. */
  path: z
    .string()
    .refine((path) => path !== "" && path.split("/").every((part) => !["", ".", ".."].includes(part))),
  bytes: z.int().nonnegative(),
  /** SHA-256 of each piece, in order. Together the pieces are the file. */
  pieces: z.array(sha256),
  /** Modification time of a file that never changes, in milliseconds; null for a database. */
  writtenAt: z.number().nullable(),
});

const manifest = z.object({
  format: z.literal(1),
  /** Version of the service. */
  version: z.string(),
  /** Name of the last migration; null if the state has no database. */
  migration: z.string().nullable(),
  /** The moment that the backup shows. */
  takenAt: z.iso.datetime(),
  files: z.array(backedUpFile),
});

export type BackedUpFile = Readonly<z.output<typeof backedUpFile>>;
export type Manifest = Readonly<z.output<typeof manifest>>;

/** The list of a backup's files, as it lies in the folder of backups. */
export interface StoredManifest {
  /** The file's name: the time and the SHA-256 of its contents. */
  readonly name: string;
  readonly takenAt: Date;
}

const NAME = /^(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d\.\d{3}Z)-([\da-f]{64})\.json$/;

/** The manifests of a folder of backups, the oldest first. */
export function listManifests(folder: string): StoredManifest[] {
  return listed(folder).flatMap((name) => {
    const [, day, hour, minute, rest] = NAME.exec(name) ?? [];
    return day === undefined ? [] : [{ name, takenAt: new Date(`${day}${hour}:${minute}:${rest}`) }];
  });
}

/** @throws Failure if the manifest is damaged */
export function readManifest(folder: string, { name }: StoredManifest): Manifest {
  const text = readFileSync(join(folder, name), "utf8");
  if (hashOf(text) !== NAME.exec(name)?.[5])
    throw new Failure(`The list ${join(folder, name)} is damaged: its SHA-256 differs from its name.`);
  const read = manifest.safeParse(JSON.parse(text));
  if (!read.success) throw new Failure(`Another version of the service wrote ${join(folder, name)}.`);
  return read.data;
}

/** Writes a manifest. With it the backup exists. */
export function writeManifest(folder: string, written: Manifest): StoredManifest {
  const text = JSON.stringify(written);
  const name = `${written.takenAt.replaceAll(":", "-")}-${hashOf(text)}.json`;
  writeFileSync(join(folder, `${name}.new`), text, { flush: true });
  renameSync(join(folder, `${name}.new`), join(folder, name));
  return { name, takenAt: new Date(written.takenAt) };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}
