import { objectKeys } from "../../domain/asset.ts";
import { chunksPath, textPath } from "../../domain/export-format.ts";
import type { Id } from "../../domain/ids.ts";
import { ImportRejected } from "../../domain/import.ts";
import { shown, type StoredZip } from "../../storage/r2/stored-zip.ts";
import { countTextTokens } from "../../text/count-text-tokens.ts";
import { copyMap } from "./copy-map.ts";
import { storeEntry } from "./store-entry.ts";
import type { SliceContext } from "./slice-context.ts";

export interface CopiedText {
  readonly version: string;
  readonly textKey: string;
  readonly chunksKey: string;
  readonly tokens: number;
}

/**
 * Copies a text version and its passage map. The passages receive new ids.
 * @returns null if the archive lacks the text or its map
 * @throws ImportRejected if the bytes do not match the version's hash, or a passage lies outside the text
 */
export async function copyText(
  ctx: SliceContext,
  zip: StoredZip,
  oldId: Id<"asset">,
  assetId: Id<"asset">,
  version: string,
): Promise<CopiedText | null> {
  if (!/^[0-9a-f]{64}$/.test(version))
    throw new ImportRejected(`${shown(version)} is not a version of a text.`);
  const [text, map] = [zip.find(textPath(oldId, version)), zip.find(chunksPath(oldId, version))];
  if (text === undefined || map === undefined) return null;
  const { textKey, chunksKey } = keysOfText(ctx, assetId, version);
  const measure = new TextMeasure(text.name);
  await storeEntry(ctx.platform.bucket, textKey, text, await zip.pieces(text), {
    contentType: "text/plain; charset=utf-8",
    sha256: version,
    look: (piece) => measure.add(piece),
  });
  const { units, tokens } = measure.end();
  await copyMap(ctx, zip, { member: map, oldId, version, units, key: chunksKey });
  return { version, textKey, chunksKey, tokens };
}

/** The bucket keys of a text version. */
export function keysOfText(
  { target: { organizationId } }: SliceContext,
  assetId: Id<"asset">,
  version: string,
) {
  return {
    textKey: objectKeys.text(organizationId, assetId, version),
    chunksKey: objectKeys.chunks(organizationId, assetId, version),
  };
}

/** Counts the UTF-16 code units and word tokens of a streamed text. */
class TextMeasure {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  readonly #name: string;
  #units = 0;
  #tokens = 0;
  /** Text after the last white space, whose token may continue in the next piece. */
  #open = "";

  constructor(name: string) {
    this.#name = name;
  }

  add(piece: Uint8Array): void {
    this.#take(this.#decoded(piece, true));
  }

  end(): { readonly units: number; readonly tokens: number } {
    this.#take(`${this.#decoded(new Uint8Array(), false)}\n`);
    return { units: this.#units - 1, tokens: this.#tokens };
  }

  #decoded(piece: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder.decode(piece, { stream });
    } catch (cause) {
      throw new ImportRejected(`${shown(this.#name)} is not UTF-8.`, { cause });
    }
  }

  #take(text: string): void {
    this.#units += text.length;
    const all = this.#open + text;
    const cut = afterLastSpace(all);
    this.#tokens += countTextTokens(all.slice(0, cut || all.length));
    this.#open = cut === 0 ? "" : all.slice(cut);
  }
}

/** Offset after the last white space; 0 if the text contains none. */
function afterLastSpace(text: string): number {
  let at = text.length;
  while (at > 0 && text.charAt(at - 1).trim() !== "") at -= 1;
  return at;
}
