/** pdf.js without anything that runs code of a document. Only the lazy chunk of PDF views imports it. */
import {
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  PDFWorker,
  VerbosityLevel,
} from "pdfjs-dist";
import { PDF_FILES, PDF_WORKER } from "pdf-files";
import { readBytes } from "../../data/stored-text.ts";

/** Larger files are read by ranges. */
const MAX_WHOLE_BYTES = 4 * 1024 * 1024;
const RANGE_BYTES = 64 * 1024;
/** A bitmap with more pixels is not decoded. */
const MAX_IMAGE_PIXELS = 64_000_000;

export interface OpenPdf {
  readonly pdf: PDFDocumentProxy;
  /** Ends the worker. */
  readonly close: () => void;
}

/** @throws errors of pdf.js for files that are not readable; ApiError; errors of `fetch` */
export async function openPdf(address: string, bytes: number, signal: AbortSignal): Promise<OpenPdf> {
  const port = new Worker(workerAddress(), { type: "module", name: "pdf" });
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  const close = (): void => {
    void task?.destroy().catch(() => undefined);
    worker.destroy();
    port.terminate();
  };
  let task: ReturnType<typeof getDocument> | null = null;
  signal.addEventListener("abort", close, { once: true });
  try {
    const source =
      bytes > MAX_WHOLE_BYTES
        ? { range: await rangesOf(address, bytes, signal), rangeChunkSize: RANGE_BYTES }
        : { data: await readBytes(address, { signal }) };
    task = getDocument({
      ...source,
      worker,
      verbosity: VerbosityLevel.ERRORS,
      disableAutoFetch: true,
      disableStream: true,
      enableXfa: false,
      useWasm: false,
      disableWorkerRendering: true,
      maxImageSize: MAX_IMAGE_PIXELS,
      cMapUrl: `${PDF_FILES}cmaps/`,
      standardFontDataUrl: `${PDF_FILES}standard_fonts/`,
      wasmUrl: `${PDF_FILES}decoders/`,
    });
    const pdf = await task.promise;
    signal.throwIfAborted();
    return { pdf, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function rangesOf(address: string, bytes: number, signal: AbortSignal): Promise<PDFDataRangeTransport> {
  const first = await readBytes(address, { signal, range: { begin: 0, end: RANGE_BYTES } });
  const ranges = new PDFDataRangeTransport(bytes, first);
  ranges.requestDataRange = (begin: number, end: number): void => {
    readBytes(address, { signal, range: { begin, end } }).then(
      (chunk) => ranges.onDataRange(begin, chunk),
      // pdf.js waits for the range; the time limit of the page ends the wait.
      () => ranges.abort(),
    );
  };
  return ranges;
}

/** The address of the worker: under Trusted Types the only one that the policy makes. */
function workerAddress(): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  if (types === undefined) return PDF_WORKER;
  policy ??= types.createPolicy("worker-address", { createScriptURL: () => PDF_WORKER });
  return policy.createScriptURL("") as string;
}

interface Policy {
  createScriptURL(input: string): unknown;
}
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (input: string) => string }): Policy;
}
let policy: Policy | null = null;
