import { sanitizeName } from "../domain/sanitize-name.ts";

export const MAX_NAME_CHARS = 255;

/**
 * Returns the last path segment, otherwise the host. The name has no control characters and is never empty.
 */
export function fileNameFromUrl(url: URL): string {
  const last = url.pathname.split("/").findLast((part) => part !== "") ?? "";
  return visibleName(decoded(last)) || url.hostname.slice(0, MAX_NAME_CHARS);
}

/** Returns an address as a display name, shortened to the limit. */
export function nameFromUrl(address: string): string {
  return sanitizeName(address).slice(0, MAX_NAME_CHARS);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Removes invisible characters and line breaks, and shortens the name between two characters. */
export function visibleName(text: string): string {
  const visible = sanitizeName(text.toWellFormed()).replace(/\s+/g, " ").trim();
  return visible.slice(0, MAX_NAME_CHARS).replace(/[\ud800-\udbff]$/, "");
}
