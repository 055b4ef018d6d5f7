import type { KnowledgeClient } from "../../client/src/index.ts";
import type { Document } from "./documents.ts";
import { readSource, type SourceReading } from "./source-reading.ts";
import type { Citation } from "./workspace.ts";

/** Checks quotes against the extracted text and against the uploaded file. */
export class QuoteCheck {
  readonly #client: KnowledgeClient;
  readonly #documents: ReadonlyMap<string, Document>;
  readonly #texts = new Map<string, Promise<string>>();
  readonly #sources = new Map<string, Promise<SourceReading>>();

  /** @param documents the uploaded files by asset id */
  constructor(client: KnowledgeClient, documents: ReadonlyMap<string, Document>) {
    this.#client = client;
    this.#documents = documents;
  }

  /** @returns the fault of the quote, or null if its source contains it */
  async findFault(citation: Citation): Promise<string | null> {
    const { assetId, version, quote, start, end, page } = citation;
    const document = this.#documents.get(assetId);
    if (document === undefined) return "it is from a document that was not uploaded here";
    if (quote.trim() === "") return "it is empty";
    const text = await this.#text(assetId, version);
    if (text.slice(start, end) !== quote) return `it is not at ${start} to ${end} of the document's text`;
    const source = await this.#source(assetId, document);
    return source.holds(quote, page) ? null : "it is not in the file";
  }

  #text(assetId: string, version: string): Promise<string> {
    const input = { params: { assetID: assetId }, query: { version } };
    return remembered(this.#texts, `${assetId} ${version}`, () =>
      this.#client.request("GET", "/v1/assets/{assetID}/text", input),
    );
  }

  #source(assetId: string, document: Document): Promise<SourceReading> {
    return remembered(this.#sources, assetId, () => readSource(document));
  }
}

function remembered<T>(known: Map<string, T>, key: string, make: () => T): T {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
