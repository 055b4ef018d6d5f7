import { fromString, fromUUIDBytes, toUUIDBytes } from "typeid-js";
import { uuidv7obj } from "uuidv7";

/** Kinds of ids. Each kind is the TypeID prefix of its string form. */
export const ID_KINDS = [
  "user",
  "org",
  "tenant",
  "project",
  "col",
  "asset",
  "thread",
  "msg",
  "msgstep",
  "chunk",
  "cite",
  "assetref",
  "colref",
  "assetcol",
  "threadcol",
  "perm",
  "token",
  "job",
  "step",
  "op",
  "event",
  "req",
  "delivery",
  "device",
  "diag",
  "dir",
  "hist",
  "hook",
  "inter",
  "key",
  "kw",
  "session",
  "sku",
  "tag",
  "team",
] as const;
export type IdKind = (typeof ID_KINDS)[number];

/**
 * String form of an id: a TypeID, that is `prefix_` and 26 characters of Crockford base32
 * (https://github.com/jetify-com/typeid).
 */
export type Id<K extends IdKind = IdKind> = `${K}_${string}`;

const ID_BYTES = 16;

/**
 * Actor of changes by the service itself: answers, service principals and cron runs. No account has this id.
 */
export const SERVICE_USER_ID: Id<"user"> = "user_00000000000000000000000000";

/** Creates an id from a UUIDv7, so that later ids sort after earlier ones. */
export function newId<K extends IdKind>(kind: K): Id<K> {
  return idFromBytes(kind, uuidv7obj().bytes);
}

/** @param bytes 16 integers from 0 to 255 */
export function idFromBytes<K extends IdKind>(kind: K, bytes: ArrayLike<number>): Id<K> {
  return fromUUIDBytes(kind, Uint8Array.from(bytes)) as string as Id<K>;
}

/** Returns the byte form of an id: 16 integers from 0 to 255. */
export function idToBytes(id: Id): number[] {
  return Array.from(toUUIDBytes(fromString(id)));
}

/** Parses the string form or the byte form. Returns null if the value is no id of this kind. */
export function parseId<K extends IdKind>(kind: K, value: unknown): Id<K> | null {
  if (typeof value === "string") return parseIdString(kind, value);
  if (!Array.isArray(value) || value.length !== ID_BYTES) return null;
  const isByte = (byte: unknown): byte is number =>
    Number.isInteger(byte) && (byte as number) >= 0 && (byte as number) <= 255;
  return value.every(isByte) ? idFromBytes(kind, value) : null;
}

/** Parses the string form of an id of any kind. Returns null if the value is no id. */
export function parseAnyId(value: string): Id | null {
  const kind = ID_KINDS.find((each) => value.startsWith(`${each}_`));
  return kind === undefined ? null : parseIdString(kind, value);
}

function parseIdString<K extends IdKind>(kind: K, value: string): Id<K> | null {
  try {
    return fromString(value, kind) as string as Id<K>;
  } catch {
    return null;
  }
}
