import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { once } from "node:events";
import { randomUUID } from "node:crypto";
import { pipeline } from "node:stream/promises";

export interface Form {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly path: string; readonly name: string };
  readonly signal: AbortSignal;
}

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * Sends a form with a file and waits for the response without a limit: `fetch` gives up after five minutes.
 * It does not follow redirects.
 */
export async function postFile({
  url,
  headers,
  fields,
  file,
  signal,
}: Form): Promise<{ status: number; text: string }> {
  const boundary = `----${randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join("")}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const length = Buffer.byteLength(head) + (await stat(file.path)).size + Buffer.byteLength(tail);
  const send = new URL(url).protocol === "https:" ? httpsRequest : httpRequest;
  const request = send(url, {
    method: "POST",
    signal,
    headers: {
      ...headers,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": String(length),
    },
  });
  const answered = once(request, "response", { signal }) as Promise<[IncomingMessage]>;
  const sent = pipeline(bodyOf(head, file.path, tail), request, { signal });
  // A response may arrive before the body is sent, which aborts the sending.
  sent.catch(() => {});
  const [response] = await answered;
  const text = await textOf(response);
  return { status: response.statusCode ?? 0, text };
}

async function* bodyOf(head: string, path: string, tail: string): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  for await (const piece of createReadStream(path)) yield piece as Buffer;
  yield Buffer.from(tail);
}

async function textOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response) {
    length += (piece as Buffer).length;
    if (length > MAX_ANSWER_BYTES) throw new Error("the response is too long");
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString("utf8");
}
