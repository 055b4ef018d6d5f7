import { connect } from "node:net";

export interface RawResponse {
  /** 0 if the connection closed without a response. */
  readonly status: number;
  /** The whole response as text. */
  readonly text: string;
}

const WAIT_MS = 10_000;

/**
 * Sends raw bytes that no HTTP client would send, and reads until the server closes.
 * @param request with CRLF line ends, in Latin-1
 */
export async function sendRaw(url: string, request: string): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(port), hostname);
  let text = "";
  socket
    .setEncoding("latin1")
    .setTimeout(WAIT_MS, () => socket.destroy(new Error(`No end of the answer to ${request.slice(0, 80)}`)));
  socket.on("data", (some: string) => {
    text += some;
  });
  socket.on("close", () => resolve(text)).on("error", reject);
  socket.write(request, "latin1");
  const answer = await promise;
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer.replace(/^HTTP\/1\.1 100[^]*?\r\n\r\n/, ""))?.[1] ?? 0),
    text: answer,
  };
}

/** A GET with arbitrary headers. */
export async function getRaw(
  url: string,
  path: string,
  headers: readonly string[] = [],
): Promise<RawResponse> {
  return await sendRaw(
    url,
    `GET ${path} HTTP/1.1\r\n${["Host: localhost", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`,
  );
}
