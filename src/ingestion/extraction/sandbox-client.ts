import * as z from "zod";
import { ExtractionError } from "../../domain/extraction-error.ts";
import type { ExtractTextInput } from "../extract/extract-text.ts";
import { pageValidatorsSchema } from "../../domain/page-refresh.ts";
import { MAX_LINK_CHARS, MAX_LINKS } from "../../domain/site-crawl.ts";
import type { AddressPolicy } from "../../net/address-policy.ts";
import { type FetchedPage, NOT_MODIFIED, type PageRequest } from "./fetched-page.ts";
import {
  type PassageOffset,
  type DocumentHead,
  incompleteTextError,
  parsePart,
  type Extraction,
  type UnpackedFiles,
  type UnpackedPart,
  parseUnpackedPart,
} from "./extraction-stream.ts";
import { type PieceSource, piecesOfBytes } from "../../storage/r2/pieces.ts";
import type { ArtifactsHead } from "../artifacts/artifacts-head.ts";
import { SandboxBusy } from "./sandbox-busy.ts";
import { LineReader } from "./line-reader.ts";
import { releaseSlot, type QueueWait, acquireSlot } from "./acquire-slot.ts";

/**
 * Client of the sandbox, a separate Worker that reads files and fetches pages. The sandbox has no storage and
 * no secrets.
 */
export interface SandboxClient {
  /**
   * Extracts a file's text, passages, keywords and summary. The sandbox waits until the caller reads or
   * cancels the text.
   * @param owner of the file, as the key for fair queuing
   * @param queueWait how to wait in the queue; by default as long as a request may wait
   * @throws ExtractionError, SandboxBusy
   */
  read(source: SandboxSource, owner: string, queueWait?: QueueWait): Promise<Extraction>;
  /**
   * Unpacks an archive or message. The contents stream in order on demand. The caller must read them to the
   * end or cancel.
   * @throws ExtractionError, SandboxBusy
   */
  unpack(source: SandboxSource, owner: string, queueWait?: QueueWait): Promise<Unpacking>;
  /** @throws ExtractionError, SandboxBusy */
  fetchPage(
    page: CrawlRequest,
    owner: string,
    queueWait?: QueueWait,
  ): Promise<FetchedPage | typeof NOT_MODIFIED>;
}

export interface Unpacking {
  readonly files: UnpackedFiles["files"];
  /**
   * Returns the content of the next file, of `length` bytes. Skips the unread rest of the previous file.
   * @throws ExtractionError if the file is missing
   */
  next(): Promise<{ readonly length: number; readonly content: PieceSource }>;
  cancel(): Promise<void>;
}

type Bytes = ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>;

export interface SandboxSource extends Omit<ExtractTextInput, "bytes"> {
  /**
   * A function opens the stream only after the file has left the queue, so that queued files hold no open
   * streams.
   */
  readonly bytes: Uint8Array<ArrayBuffer> | (() => Promise<Bytes>);
  /** Whether the caller needs only the text, and no artifacts. */
  readonly textOnly?: true;
}

export interface CrawlRequest extends PageRequest, AddressPolicy {}

const NOT_BOUND =
  "This service cannot read files, because its sandbox is not deployed. Contact the operator of this service.";
const GONE = "The sandbox stopped while it read this file. Save the file again, or as PDF, and upload that.";
const BUSY = 429;

const pageFields = z.object({
  contentType: z.string().max(255),
  fileName: z.string().max(255),
  displayName: z.string().max(255),
  validators: pageValidatorsSchema.nullable().default(null),
  origin: z.string().max(2_048).default(""),
  crawlDelay: z.number().default(0),
});
const pageLinks = z.array(
  z.object({
    url: z.string().max(MAX_LINK_CHARS),
    name: z.string().max(255),
    isSame: z.union([z.literal(0), z.literal(1)]),
  }),
);
const pageFailure = z.object({ reason: z.string().max(1_000), permanent: z.boolean() });
/** Header with metadata of a fetched page, as percent-encoded JSON. */
export const PAGE_HEADER = "x-page";
/** Header of the response for an unchanged page. */
export const UNCHANGED_HEADER = "x-unchanged";
/** Header with the length of the JSON with links, which precedes the page's bytes. */
export const LINKS_HEADER = "x-links";
/** Header of a request that needs no artifacts. */
export const TEXT_ONLY_HEADER = "x-text-only";
/** Header with the parse hint of text that is no complete file (`parse-hint.ts`). */
export const PARSE_HINT_HEADER = "x-parse-hint";
export const FILE_NAME_HEADER = "x-file-name";
export const OWNER_HEADER = "x-owner";

/** @param binding to the sandbox; without it, calls fail with a reason */
export function createSandboxClient(binding: Fetcher | undefined): SandboxClient {
  return {
    read: async (source, owner, queueWait) => {
      const { body } = await ask(binding, "documents", orderOf(source, owner, queueWait));
      if (body === null) throw incompleteTextError();
      return await readingOf(body);
    },
    unpack: async (source, owner, queueWait) => {
      const { body } = await ask(binding, "entries", orderOf(source, owner, queueWait));
      if (body === null) throw incompleteTextError();
      return await unpackingOf(body);
    },
    fetchPage: async (page, owner, queueWait) => {
      const headers = { "content-type": "application/json" };
      return await pageOf(
        await ask(binding, "pages", { headers, owner, queueWait, open: () => JSON.stringify(page) }),
      );
    },
  };
}

function orderOf(source: SandboxSource, owner: string, queueWait: QueueWait | undefined): Order {
  const { bytes } = source;
  return {
    headers: headersOf(source),
    owner,
    queueWait,
    open: typeof bytes === "function" ? bytes : () => bytes,
  };
}

function headersOf({
  contentType,
  originalFileName,
  textOnly,
  parseHint,
}: SandboxSource): Record<string, string> {
  const wanted = {
    ...(textOnly === true ? { [TEXT_ONLY_HEADER]: "1" } : {}),
    ...(parseHint === undefined ? {} : { [PARSE_HINT_HEADER]: parseHint }),
  };
  return { "content-type": contentType, [FILE_NAME_HEADER]: encodeURIComponent(originalFileName), ...wanted };
}

async function unpackingOf(body: ReadableStream<Uint8Array>): Promise<Unpacking> {
  const lines = new LineReader(body);
  let content: PieceSource = piecesOfBytes();
  const part = async <K extends UnpackedPart["kind"]>(
    kind: K,
  ): Promise<Extract<UnpackedPart, { kind: K }>> => {
    try {
      while ((await content.read()) !== null);
      const sent = parseUnpackedPart(await lines.next());
      if (sent.kind === kind) return sent as Extract<UnpackedPart, { kind: K }>;
      throw incompleteTextError();
    } catch (error) {
      await lines.cancel();
      throw error instanceof ExtractionError ? error : incompleteTextError(error);
    }
  };
  const { files } = await part("files");
  return {
    files,
    next: async () => {
      const { bytes: length } = await part("file");
      content = lines.bytes(length);
      return { length, content };
    },
    cancel: async () => await lines.cancel(),
  };
}

interface Order {
  readonly headers: Record<string, string>;
  readonly owner: string;
  readonly queueWait: QueueWait | undefined;
  /** Opens the request body after the request has its slot. */
  readonly open: () => BodyInit | Promise<BodyInit>;
}

async function ask(
  binding: Fetcher | undefined,
  path: string,
  { headers, owner, queueWait, open }: Order,
): Promise<Response> {
  // Not permanent, because a deployment may be in progress.
  if (binding === undefined) throw new ExtractionError(NOT_BOUND, { permanent: false });
  const slot = await acquireSlot(binding, path, { [OWNER_HEADER]: owner }, queueWait).catch(gone);
  const body = await opened(open, async () => await releaseSlot(binding, path, slot));
  const init = { method: "POST", headers: { ...headers, [OWNER_HEADER]: owner, ...slot }, body };
  const response = await binding.fetch(`http://sandbox/${path}`, init).catch(gone);
  if (response.ok) return response;
  const said = pageFailure.safeParse(await response.json().catch(() => null)).data;
  if (response.status === BUSY) throw new SandboxBusy("the sandbox is busy");
  throw new ExtractionError(said?.reason ?? GONE, { permanent: said?.permanent ?? false });
}

function gone(cause: unknown): never {
  if (cause instanceof SandboxBusy) throw cause;
  throw new ExtractionError(GONE, { permanent: false, cause });
}

async function opened(open: Order["open"], onFailure: () => Promise<void>): Promise<BodyInit> {
  try {
    return await open();
  } catch (error) {
    await onFailure();
    throw error;
  }
}

async function readingOf(body: ReadableStream<Uint8Array>): Promise<Extraction> {
  const lines = new LineReader(body);
  try {
    return await untilText(lines);
  } catch (error) {
    await lines.cancel();
    throw error instanceof ExtractionError ? error : incompleteTextError(error);
  }
}

async function untilText(lines: LineReader): Promise<Extraction> {
  let head: DocumentHead | null = null;
  const places: PassageOffset[] = [];
  for (;;) {
    const part = parsePart(await lines.next());
    if (part.kind === "head") head = part;
    else if (part.kind === "chunks") places.push(...part.chunks);
    else if (head === null) throw incompleteTextError();
    else {
      const { keywords, summary, entryCount, note } = part;
      return { head, places, keywords, summary, entryCount, note, ...contentOf(head, part.artifacts, lines) };
    }
  }
}

/** Returns the text and the artifacts after it. */
function contentOf(
  { bytes }: DocumentHead,
  artifacts: ArtifactsHead | null,
  lines: LineReader,
): Pick<Extraction, "text" | "artifacts"> {
  if (artifacts === null) return { text: lines, artifacts };
  return { text: lines.bytes(bytes), artifacts: { head: artifacts, content: lines } };
}

async function pageOf(response: Response): Promise<FetchedPage | typeof NOT_MODIFIED> {
  if (response.headers.has(UNCHANGED_HEADER)) {
    await response.body?.cancel();
    return NOT_MODIFIED;
  }
  const said = response.headers.get(PAGE_HEADER) ?? "";
  const bytes = await response.arrayBuffer().catch((cause: unknown) => {
    throw new ExtractionError(GONE, { permanent: false, cause });
  });
  const isWhole = bytes.byteLength === Number(response.headers.get("content-length") ?? bytes.byteLength);
  if (!isWhole) throw new ExtractionError(GONE, { permanent: false });
  const listed = Number(response.headers.get(LINKS_HEADER) ?? 0);
  const links =
    listed === 0
      ? []
      : pageLinks.max(MAX_LINKS).parse(JSON.parse(new TextDecoder().decode(bytes.slice(0, listed))));
  return {
    bytes: new Uint8Array(bytes.slice(listed)),
    links,
    ...pageFields.parse(JSON.parse(decodeURIComponent(said))),
  };
}
