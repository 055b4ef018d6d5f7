import { createHash } from "node:crypto";
import { openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import { extname } from "node:path";
import { contentTypeOf } from "../files.ts";
import { Failure } from "../failure.ts";
import { createIgnoreRules, IGNORE_FILE } from "./ignore-rules.ts";
import { parseMultistatus, type DavEntry } from "./parse-multistatus.ts";
import type { SourceFile, SourceListing, SyncSource } from "./source.ts";
import { TemporaryFiles } from "./temporary-files.ts";

const PROPERTIES =
  '<?xml version="1.0"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getetag/><getlastmodified/></prop></propfind>';
const MULTI_STATUS = 207;
const MAX_LISTING_BYTES = 64 * 1024 * 1024;
const MAX_RULES_BYTES = 1024 * 1024;
/** The service's limit of an upload. */
const MAX_FILE_BYTES = 1_000_000_000;
/** A server may invent folders without an end. */
const MAX_DEPTH = 64;
const MAX_FILES = 1_000_000;
const LISTING_TIMEOUT_MS = 300_000;
const FILE_TIMEOUT_MS = 3_600_000;

/**
 * The files of a WebDAV folder (RFC 4918). Names come from the server, and addresses are made here: no answer leads to
 * another server, which would see the password.
 */
export class WebDavSource implements SyncSource {
  readonly identity: string;
  readonly #root: URL;
  readonly #authorization: string;
  readonly #temporary = new TemporaryFiles();

  /** @throws Failure for a password over an open network */
  constructor(address: URL) {
    const { username, password } = address;
    const root = new URL(address);
    root.username = "";
    root.password = "";
    root.search = "";
    root.hash = "";
    if (!root.pathname.endsWith("/")) root.pathname += "/";
    this.#root = root;
    this.identity = `webdav ${root.href}`;
    const user = username === "" ? (process.env["KNOWLEDGE_DAV_USER"] ?? "") : decodeURIComponent(username);
    const secret =
      password === "" ? (process.env["KNOWLEDGE_DAV_PASSWORD"] ?? "") : decodeURIComponent(password);
    this.#authorization = user === "" ? "" : `Basic ${Buffer.from(`${user}:${secret}`).toString("base64")}`;
    if (this.#authorization !== "" && root.protocol === "http:" && !isLoopback(root))
      throw new Failure("A password needs an address that begins with https://.");
  }

  /** Whether the address is a WebDAV folder. @throws Failure if the server asks for other credentials */
  async responds(): Promise<boolean> {
    const response = await this.#propfind(this.#root, "0");
    await response.body?.cancel();
    if (response.status === 401)
      throw new Failure(
        `${this.#root.href} rejects the credentials. Set KNOWLEDGE_DAV_USER and KNOWLEDGE_DAV_PASSWORD. The address of a Git repository ends with .git.`,
      );
    return response.status === MULTI_STATUS;
  }

  async list(): Promise<SourceListing> {
    const isIgnored = createIgnoreRules(await this.#rules());
    const [files, skipped, folders]: [SourceFile[], string[], string[]] = [[], [], [""]];
    for (let at = 0; at < folders.length; at += 1) {
      const folder = folders[at] ?? "";
      if (folder.split("/").length > MAX_DEPTH) throw new Failure("The WebDAV folder is nested too deeply.");
      for (const entry of await this.#listFolder(folder)) {
        const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
        if (entry.name === "" || entry.name.includes("/")) skipped.push(path);
        else if (isIgnored(entry.isFolder ? `${path}/` : path)) continue;
        else if (entry.isFolder) folders.push(path);
        else files.push({ path, size: entry.size, stamp: entry.stamp });
      }
      if (files.length + folders.length > MAX_FILES)
        throw new Failure("The WebDAV folder has more than a million files.");
    }
    return { files: uniqueFiles(files), skipped };
  }

  async hash({ path }: SourceFile): Promise<string | null> {
    const response = await this.#request("GET", this.#urlOf(path), {}, FILE_TIMEOUT_MS);
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    const body = bodyOf(response, path);
    const hash = createHash("sha256");
    const file = await open(await this.#temporary.create(path), "wx", 0o600);
    try {
      let length = 0;
      for await (const piece of body) {
        length += piece.length;
        if (length > MAX_FILE_BYTES) throw new Failure("The file is larger than 1 GB.");
        hash.update(piece);
        await file.write(piece);
      }
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw new Failure(`It broke off: ${error instanceof Error ? error.message : "unknown"}`);
    } finally {
      await file.close();
    }
    return hash.digest("hex");
  }

  /** A file that an earlier pass has hashed is read again. */
  async open(file: SourceFile): Promise<Blob> {
    if (this.#temporary.get(file.path) === undefined) await this.hash(file);
    return await openAsBlob(this.#temporary.get(file.path) ?? "", {
      type: contentTypeOf(extname(file.path)),
    });
  }

  async release(file?: SourceFile): Promise<void> {
    await (file === undefined ? this.#temporary.clear() : this.#temporary.remove(file.path));
  }

  async #listFolder(folder: string): Promise<DavEntry[]> {
    const url = this.#urlOf(folder === "" ? "" : `${folder}/`);
    const response = await this.#propfind(url, "1");
    if (response.status === 404 && folder !== "") {
      // The folder vanished since its parent was listed.
      await response.body?.cancel();
      return [];
    }
    if (response.status !== MULTI_STATUS) throw answered(response, url.href);
    return parseMultistatus(await limitedText(response, MAX_LISTING_BYTES), url);
  }

  async #rules(): Promise<string> {
    const response = await this.#request("GET", this.#urlOf(IGNORE_FILE), {}, LISTING_TIMEOUT_MS);
    if (response.status === 404) {
      await response.body?.cancel();
      return "";
    }
    bodyOf(response, IGNORE_FILE);
    return await limitedText(response, MAX_RULES_BYTES);
  }

  async #propfind(url: URL, depth: "0" | "1"): Promise<Response> {
    const headers = { depth, "content-type": "application/xml; charset=utf-8" };
    return await this.#request("PROPFIND", url, { headers, body: PROPERTIES }, LISTING_TIMEOUT_MS);
  }

  async #request(
    method: string,
    url: URL,
    init: { readonly headers?: Record<string, string>; readonly body?: string },
    timeoutMs: number,
  ): Promise<Response> {
    const authorization: Record<string, string> =
      this.#authorization === "" ? {} : { authorization: this.#authorization };
    return await fetch(url, {
      ...init,
      method,
      headers: { ...init.headers, ...authorization },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      const { cause } = error as { readonly cause?: unknown };
      const reason = cause instanceof Error ? cause.message : error instanceof Error ? error.message : "";
      throw new Failure(`${url.host} cannot be reached: ${reason}`);
    });
  }

  #urlOf(path: string): URL {
    return new URL(path.split("/").map(encodeURIComponent).join("/"), this.#root);
  }
}

/** @throws Failure unless the server returned the document */
function bodyOf(response: Response, what: string): ReadableStream<Uint8Array> {
  if (response.status === 200 && response.body !== null) return response.body as ReadableStream<Uint8Array>;
  throw answered(response, what);
}

function answered(response: Response, what: string): Failure {
  void response.body?.cancel();
  const isElsewhere = response.headers.has("location");
  const hint = isElsewhere ? " It redirects, and this command follows no redirect." : "";
  return new Failure(`The WebDAV server answered ${response.status} for ${what}.${hint}`);
}

async function limitedText(response: Response, limit: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > limit) throw new Failure("The WebDAV server's answer is too long.");
  }
  return text + decoder.decode();
}

function uniqueFiles(files: readonly SourceFile[]): SourceFile[] {
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
