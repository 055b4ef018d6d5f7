/** A pattern of media types: `image/*`, `application/msword`, or all of them. */
export const MEDIA_TYPE_PATTERN = /^(?:\*\/\*|[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+))$/;

/** Stands in a list of patterns for whatever cannot be read here. No type is called so. */
export const UNREAD = "unread";

/** The type of a `Content-Type` without its parameters, in lower case. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** @param patterns in lower case */
export function matchesMediaType(patterns: readonly string[], contentType: string): boolean {
  const mediaType = mediaTypeOf(contentType);
  const family = `${mediaType.split("/", 1)[0]}/*`;
  return patterns.some((pattern) => pattern === mediaType || pattern === family || pattern === "*/*");
}
