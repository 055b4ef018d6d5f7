import * as z from "zod";
import { locatorRuns } from "../../domain/locator.ts";
import { ServiceError } from "../../domain/errors.ts";
import { passageError } from "../../domain/passage-limits.ts";

/** Chunks that the index accepts per asset at most. */
export const MAX_CHUNKS = 2 ** 19;
/** Chunk id for calculations that need only the length, which all ids share. */
export const SAMPLE_CHUNK_ID = `chunk_${"0".repeat(26)}`;
const MAX_HEAD_CHARACTERS = 1_000;
/** Limit that exceeds every valid entry by far. The archive may come from an untrusted source. */
const MAX_ENTRY_CHARACTERS = 1_000_000;
/** Characters that one written part contains at most, roughly. */
const PART_CHARACTERS = 32_768;
const offset = z.int().nonnegative();
const head = z.object({ version: z.string(), chunks: z.array(z.never()) });
const places = z.array(
  z.object({
    id: z.string(),
    ordinal: offset,
    start: offset,
    end: offset,
    page: offset,
    locators: locatorRuns.optional(),
  }),
);

/** Position of a chunk in the extracted text. Offsets count UTF-16 code units. */
export type ChunkPlace = z.infer<typeof places>[number];

/**
 * Parses the entries of a chunk map, `{"version", "chunks": […]}`, while its text arrives.
 * @throws ServiceError `failed_precondition` for an invalid map, another version, or entries out of order
 * @throws UnfitPassage for a passage that the chunker would not produce
 */
export async function* readChunkMap(
  pieces: AsyncIterable<string>,
  version: string,
): AsyncGenerator<ChunkPlace> {
  let pending = "";
  let isBegun = false;
  let before: ChunkPlace = { id: "", ordinal: -1, start: 0, end: 0, page: 0 };
  const inOrder = function* (json: string): Generator<ChunkPlace> {
    for (const place of parse(places, json)) {
      const { ordinal, start, end } = place;
      if (ordinal !== before.ordinal + 1 || ordinal >= MAX_CHUNKS)
        throw unusable("has chunks out of order, or too many");
      if (start < before.end || end <= start) throw unusable("does not fit the text");
      const fault = passageError(place);
      if (fault !== null) throw new UnfitPassage(fault);
      yield (before = place);
    }
  };
  for await (const piece of pieces) {
    pending += piece;
    if (!isBegun) {
      const list = pending.indexOf("[") + 1;
      if (list === 0 && pending.length <= MAX_HEAD_CHARACTERS) continue;
      requireVersion(parse(head, `${pending.slice(0, list)}]}`), version);
      pending = pending.slice(list);
      isBegun = true;
    }
    // No entry contains these four characters, because quotes within texts are escaped.
    const whole = pending.lastIndexOf('},{"') + 1;
    if (whole > 0) {
      yield* inOrder(`[${pending.slice(0, whole)}]`);
      pending = pending.slice(whole + 1);
    }
    if (pending.length > MAX_ENTRY_CHARACTERS) throw unusable("has an entry that does not end");
  }
  const rest = pending.trimEnd();
  if (!isBegun || !rest.endsWith("}")) throw unusable("ends early");
  yield* inOrder(`[${rest.slice(0, -1)}`);
}

/**
 * The chunk map as JSON in UTF-8, part by part.
 * @param chunks chunks in order, each with its id
 */
export async function* chunkMapParts(
  version: string,
  chunks: AsyncIterable<ChunkPlace>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let part = `{"version":${JSON.stringify(version)},"chunks":[`;
  for await (const chunk of chunks) {
    part += `${chunk.ordinal === 0 ? "" : ","}${JSON.stringify(chunk)}`;
    if (part.length < PART_CHARACTERS) continue;
    yield encoder.encode(part);
    part = "";
  }
  yield encoder.encode(`${part}]}`);
}

/**
 * A passage that the chunker would not produce. `why` explains the error to the user who supplied the map.
 */
export class UnfitPassage extends ServiceError {
  readonly why: string;

  constructor(why: string) {
    super("failed_precondition", `In the chunk map of the extracted text ${why}.`);
    this.why = why;
  }
}

function requireVersion(map: z.infer<typeof head>, version: string): void {
  if (map.version !== version) throw unusable(`is of version ${map.version}, not ${version}`);
}

function parse<T>(schema: z.ZodType<T>, json: string): T {
  try {
    return schema.parse(JSON.parse(json));
  } catch (error) {
    throw unusable(
      "has another shape than expected",
      error instanceof Error ? error.message.slice(0, 200) : "",
    );
  }
}

/**
 * An error for an invalid chunk map. `cause` is text, because RPC drops the code of an error whose cause it
 * cannot clone.
 */
export function unusable(why: string, cause?: string): ServiceError {
  return new ServiceError("failed_precondition", `The extracted text or its chunk map ${why}.`, { cause });
}
