import type { ServiceError } from "../../domain/errors.ts";
import type { CompletedChat } from "../../services/threads/complete-chat.ts";
import type { VerifiedText } from "../../services/threads/internal/subscribe-verified.ts";
import { mapError } from "../map-error.ts";
import type { AppContext } from "../request-scope.ts";
import { logError } from "../respond.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { openChatStream, type StreamFormat } from "./chat-stream.ts";
import { STREAM_HEADERS } from "./stream-headers.ts";

/**
 * Time in milliseconds after which a stream starts without words. A rejection before this time gets its own
 * HTTP status.
 */
const REFUSED_WITHIN_MS = 1_000;

/** The pieces of a streamed answer, in the form of one API. */
export interface AnswerPieces {
  /** Pieces for new verified words. */
  more(words: VerifiedText): Iterable<object>;
  /** The last pieces. @throws ServiceError `aborted` if the answer does not begin with the sent words */
  end(chat: CompletedChat): Iterable<object>;
  /** The last piece of a failed answer. */
  fail(error: ServiceError, operationId: string): object;
}

/**
 * Streams an answer. The stream starts with the first verified words, with the answer, or after one second. A
 * rejection before the start becomes a normal error response.
 * @param complete answers the question
 */
export async function streamAnswer(
  c: AppContext,
  pieces: AnswerPieces,
  format: StreamFormat,
  complete: (onProven: (words: VerifiedText) => void) => Promise<CompletedChat>,
): Promise<Response> {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const held: object[] = [];
  let tell = (piece: object): void => void held.push(piece);
  const onProven = (words: VerifiedText): void => {
    for (const piece of pieces.more(words)) tell(piece);
    begin();
  };
  const answering = retryOnConflict(async () => await complete(onProven));
  await Promise.race([answering, begun, new Promise((resolve) => setTimeout(resolve, REFUSED_WITHIN_MS))]);
  const { operationId, platform } = c.var.scope;
  const body = openChatStream({
    format,
    write: async (write) => {
      for (const piece of held) write(piece);
      tell = write;
      for (const piece of pieces.end(await answering)) write(piece);
    },
    explain: async (error) => pieces.fail(logError(c, await mapError(platform, error)), operationId),
  });
  return new Response(body, { headers: STREAM_HEADERS });
}
