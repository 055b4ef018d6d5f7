/** Matches a media type pattern, such as `image/*`, `application/msword`, or the pattern for all types. */
export const MEDIA_TYPE_PATTERN = /^(?:\*\/\*|[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+))$/;

/** Pattern that matches every type without a built-in reader. No media type has this name. */
export const UNSUPPORTED = "unread";

/** Returns the media type of a `Content-Type` header without parameters, in lower case. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

const HTML_TYPES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

/** @param mediaType in lower case, without parameters */
export function isHtmlType(mediaType: string): boolean {
  return HTML_TYPES.has(mediaType);
}

/** @param patterns media type patterns in lower case */
export function matchesMediaType(patterns: readonly string[], contentType: string): boolean {
  const mediaType = mediaTypeOf(contentType);
  const family = `${mediaType.split("/", 1)[0]}/*`;
  return patterns.some((pattern) => pattern === mediaType || pattern === family || pattern === "*/*");
}
