import { sha256Hex } from "../domain/hash.ts";

const VIEW = /\.[0-9a-f]{16}(?="$)/;

/**
 * The caller's entity tag of a record: the record's etag and a digest of the visible data. Rights and other
 * records change the visible data without a change of the record.
 */
export async function viewerEtag(etag: string, data: unknown): Promise<string> {
  return `"${etag}.${(await sha256Hex(JSON.stringify(data))).slice(0, 16)}"`;
}

/** The entity tags of `If-Match` without their digest of the visible data. */
export function recordTags(header: string): string {
  return header
    .split(",")
    .map((tag) => tag.trim().replace(VIEW, ""))
    .join(", ");
}

/** Whether `If-None-Match` names a tag; weak comparison, as RFC 9110 says for it. */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(",").some((known) => known.trim() === "*" || known.trim().replace(/^W\//, "") === tag);
}
