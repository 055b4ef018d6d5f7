import { SaxesParser } from "saxes";
import { Failure } from "../failure.ts";

/** A member of a WebDAV folder. */
export interface DavEntry {
  /** One part of a path; "" if the name is no text. */
  readonly name: string;
  readonly isFolder: boolean;
  /** null if the server does not tell it. */
  readonly size: number | null;
  /** ETag, or time and size; "" without either. */
  readonly stamp: string;
}

const DAV = "DAV:";
const TEXTS: ReadonlySet<string> = new Set([
  "href",
  "status",
  "getcontentlength",
  "getetag",
  "getlastmodified",
]);

interface Draft {
  href: string;
  isFolder: boolean;
  texts: Map<string, string>;
}

/**
 * Reads the answer of `PROPFIND` with depth 1 (RFC 4918, 9.1): the direct members of the requested folder.
 * @throws Failure for anything but a multistatus document
 */
export function parseMultistatus(xml: string, folder: URL): DavEntry[] {
  const drafts: Draft[] = [];
  let propstat: Draft = emptyDraft();
  let open = "";
  let text = "";
  let isMultistatus = false;
  const parser = new SaxesParser({ xmlns: true });
  parser.on("opentag", ({ uri, local }) => {
    if (uri !== DAV) return;
    isMultistatus ||= local === "multistatus";
    if (local === "response") drafts.push(emptyDraft());
    if (local === "propstat") propstat = emptyDraft();
    if (local === "collection") propstat.isFolder = true;
    open = TEXTS.has(local) ? local : "";
    text = "";
  });
  parser.on("text", (part) => (text += part));
  parser.on("cdata", (part) => (text += part));
  parser.on("closetag", ({ uri, local }) => {
    const draft = drafts.at(-1);
    if (uri !== DAV || draft === undefined) return;
    if (local === open && local === "href" && draft.href === "") draft.href = text.trim();
    else if (local === open) propstat.texts.set(local, text.trim());
    // Only properties of a successful part exist.
    if (local === "propstat" && / 200\b/.test(propstat.texts.get("status") ?? "")) {
      draft.isFolder ||= propstat.isFolder;
      for (const [name, value] of propstat.texts) draft.texts.set(name, value);
    }
    open = "";
  });
  try {
    parser.write(xml).close();
  } catch (error) {
    throw new Failure(
      `The WebDAV server's answer is no XML: ${error instanceof Error ? error.message : "unknown"}`,
    );
  }
  if (!isMultistatus) throw new Failure("The WebDAV server's answer is no list of files.");
  return drafts.flatMap((draft) => entryOf(draft, folder) ?? []);
}

function emptyDraft(): Draft {
  return { href: "", isFolder: false, texts: new Map() };
}

/** Returns null for the folder itself, and for everything that is no direct member of it. */
function entryOf({ href, isFolder, texts }: Draft, folder: URL): DavEntry | null {
  // Behind a proxy the host of an absolute address may be another one. Only the path counts. Some servers do not
  // escape these two characters.
  const escaped = href.replaceAll("#", "%23").replaceAll("?", "%3F");
  const path = URL.parse(escaped, folder.href)?.pathname;
  const parent = decoded(folder.pathname);
  if (path === undefined || parent === null) return null;
  const full = decoded(path);
  if (full === null) return { name: "", isFolder, size: null, stamp: "" };
  if (!full.startsWith(parent)) return null;
  const name = full.slice(parent.length).replace(/\/$/, "");
  if (name === "") return null;
  const length = texts.get("getcontentlength") ?? "";
  const size = /^\d{1,15}$/.test(length) ? Number(length) : null;
  const version = texts.get("getetag") || texts.get("getlastmodified") || "";
  return { name, isFolder, size, stamp: version === "" ? "" : `${version} ${length}` };
}

/** Returns null for escapes that are no UTF-8. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
