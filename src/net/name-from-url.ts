import { sanitizeName } from "../domain/sanitize-name.ts";

export const MAX_NAME_CHARS = 255;

/** The last path segment, else the host; without control characters, never empty. */
export function fileNameFromUrl(url: URL): string {
  const last = url.pathname.split("/").findLast((part) => part !== "") ?? "";
  return visibleName(decoded(last)) || url.hostname.slice(0, MAX_NAME_CHARS);
}

/** An address as a display name, cut to the limit. */
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

/** Removes invisible characters and line breaks, and cuts between characters. */
export function visibleName(text: string): string {
  const visible = sanitizeName(text.toWellFormed()).replace(/\s+/g, " ").trim();
  return visible.slice(0, MAX_NAME_CHARS).replace(/[\ud800-\udbff]$/, "");
}
