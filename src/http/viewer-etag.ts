import { sha256Hex } from "../domain/sha256.ts";

const VIEW = /\.[0-9a-f]{16}(?="$)/;

/**
 * The entity tag of a record for one viewer: the record's etag and a digest of the visible data. The digest
 * is needed because access rights and other records change the visible data without changing the record.
 */
export async function viewerEtag(etag: string, data: unknown): Promise<string> {
  return `"${etag}.${(await sha256Hex(JSON.stringify(data))).slice(0, 16)}"`;
}

/** Removes the digests of visible data from the entity tags of `If-Match`. */
export function recordTags(header: string): string {
  return header
    .split(",")
    .map((tag) => tag.trim().replace(VIEW, ""))
    .join(", ");
}

/** Whether `If-None-Match` contains the tag, by the weak comparison of RFC 9110. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(",")
    .some((known) => known.trim() === "*" || known.trim().replace(/^W\//, "") === tag);
}
