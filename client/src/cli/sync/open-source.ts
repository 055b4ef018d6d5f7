import { resolve } from "node:path";
import { FolderSource } from "./folder-source.ts";
import { GitSource } from "./git-source.ts";
import type { SyncSource } from "./source.ts";
import { WebDavSource } from "./web-dav-source.ts";

/** Such as git@example.com:team/notes. */
const SCP_ADDRESS = /^[\w.-]+@[\w.-]+:/;
const WEB_DAV_SCHEMES: Readonly<Record<string, string>> = { "dav:": "http:", "davs:": "https:" };

/**
 * Opens a local folder, a Git repository or a WebDAV folder. An http address is a Git repository if it ends with
 * `.git`, a branch is given, or its server does not speak WebDAV.
 */
export async function openSource(place: string, branch: string | undefined): Promise<SyncSource> {
  const url = /^[a-z][a-z+]*:\/\//i.test(place) ? URL.parse(place) : null;
  if (url === null) {
    if (SCP_ADDRESS.test(place)) return new GitSource(place, branch);
    const isRepository = branch !== undefined || /\.git\/?$/.test(place);
    return isRepository ? new GitSource(resolve(place), branch) : await FolderSource.at(place);
  }
  const scheme = WEB_DAV_SCHEMES[url.protocol];
  if (scheme !== undefined) return new WebDavSource(new URL(scheme + place.slice(url.protocol.length)));
  const isHttp = url.protocol === "http:" || url.protocol === "https:";
  if (!isHttp || branch !== undefined || /\.git\/?$/.test(url.pathname)) return new GitSource(place, branch);
  const folder = new WebDavSource(url);
  return (await folder.responds()) ? folder : new GitSource(place, branch);
}
