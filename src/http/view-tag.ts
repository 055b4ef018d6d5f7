import { sha256Hex } from "../domain/hash.ts";

const VIEW = /\.[0-9a-f]{16}(?="$)/;

/**
 * The entity tag of a record as this caller sees it: the record's own etag and a digest of what is shown, as rights and other records change
 * what is shown without a change of the record.
 */
export async function viewTag(etag: string, data: unknown): Promise<string> {
  return `"${etag}.${(await sha256Hex(JSON.stringify(data))).slice(0, 16)}"`;
}

/** A list of entity tags without what stands for the view: what `If-Match` is about. */
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
