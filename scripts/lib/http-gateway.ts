import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { once } from "node:events";
import { type AddressInfo, isIPv6 } from "node:net";
import type { Duplex, Writable } from "node:stream";
import { newId } from "../../src/domain/ids.ts";
import { envelope } from "../../src/http/envelope.ts";
import { log } from "../../src/log.ts";
import { clientIp, type GatewayOptions } from "./client-ip.ts";
import { codeOf, Failure, firstLine } from "./failure.ts";
import { addressFault, responseHeaders, forwardedHeaders } from "./forwarded-headers.ts";
import { upgradeConnection } from "./upgrade-connection.ts";
import { HalfOpenSocket } from "./half-open-socket.ts";
import { InProgress } from "./in-progress.ts";
import { type Place, portTaken } from "./acquire-state.ts";

/** Long enough for an upload over a slow line. */
const REQUEST_TIMEOUT_MS = 60 * 60_000;
/** Longer than clients keep an idle connection, so that clients decide when it closes. */
const KEEP_ALIVE_MS = 65_000;
/** Timeout for draining the rest of a rejected body. */
const REST_TIMEOUT_MS = 30_000;
/** How long requests in progress may take after the service was told to end. */
const DRAIN_MS = 10_000;
/** The headers of the Worker's own errors. */
const ABOUT_ANSWERS = {
  "Content-Type": "application/json",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "private, no-store",
};
/**
 * Each request takes a connection to the Worker. Clients wait for a response before they send the next
 * request on a connection.
 */
const MAX_CONCURRENT_PER_CONNECTION = 8;

/**
 * Listens on a host and port and passes requests to the Worker behind a Unix socket. Nothing of the runtime
 * listens on the network, and the Worker learns the client's address only from here.
 * @throws Failure
 */
export async function openHttpGateway({ host, port }: Place, passage: GatewayOptions): Promise<Gateway> {
  const inProgress = new InProgress();
  const options = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    shouldUpgradeCallback: isWebSocket,
  };
  const server = createServer(
    options,
    fewAtOnce((asked, answer) => {
      inProgress.add(asked, answer);
      pass(asked, answer, passage);
    }),
  );
  server.on("upgrade", (asked: IncomingMessage, socket: Duplex, head: Buffer) =>
    upgradeConnection(asked, socket, head, passage),
  );
  server.listen({ host, port, exclusive: true });
  try {
    await once(server, "listening");
  } catch (error) {
    if (codeOf(error) === "EADDRINUSE") throw portTaken(host, port);
    throw new Failure(`Cannot listen on ${host}, port ${port}: ${firstLine(error)}`);
  }
  // A connection that cannot be accepted, for example for lack of descriptors, affects only itself.
  server.on("error", (error) => log("warn", "connection_not_accepted", { detail: firstLine(error) }));
  return {
    url: new URL(`http://${reachable(host)}:${(server.address() as AddressInfo).port}`),
    drain: async () => {
      server.close();
      await inProgress.end(DRAIN_MS);
    },
  };
}

export interface Gateway {
  readonly url: URL;
  /**
   * Accepts no further connections. Resolves once the requests in progress have their answers, or after ten
   * seconds.
   */
  readonly drain: () => Promise<void>;
}

/** The address to connect to on this machine if the host stands for all addresses. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return isIPv6(host) ? `[${host}]` : host;
}

function isWebSocket(asked: IncomingMessage): boolean {
  return asked.headers.upgrade?.toLowerCase() === "websocket";
}

type Handler = (asked: IncomingMessage, answer: ServerResponse) => void;

/** Ends a connection with more concurrent requests than any client needs. */
function fewAtOnce(handle: Handler): Handler {
  const underWay = new WeakMap<Duplex, number>();
  return (asked, answer) => {
    const { socket } = asked;
    const others = underWay.get(socket) ?? 0;
    if (others >= MAX_CONCURRENT_PER_CONNECTION) return void socket.destroy();
    underWay.set(socket, others + 1);
    answer.on("close", () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    handle(asked, answer);
  };
}

/**
 * Streams both ways at the pace of the slower side. Each request gets a new connection, so none is closed for
 * being idle.
 */
function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  { workerSocket, isProxy }: GatewayOptions,
): void {
  const fault = addressFault(asked);
  const peer = asked.socket.remoteAddress;
  if (fault !== null) return refuse(asked, answer, 400, fault);
  if (peer === undefined) return void asked.destroy();
  const { method, url: path } = asked;
  const passed = request({
    createConnection: () => new HalfOpenSocket().connect(workerSocket),
    method,
    path,
    headers: forwardedHeaders(asked, clientIp(peer, asked, isProxy)),
  });
  passed.on("response", (got) => {
    // The response came before the whole body. The connection cannot serve another request.
    const isEarly = !asked.complete;
    const headers = responseHeaders(got.rawHeaders);
    answer.writeHead(
      got.statusCode ?? 502,
      got.statusMessage,
      isEarly ? [...headers, "Connection", "close"] : headers,
    );
    got.on("error", () => answer.destroy());
    got.pipe(answer, { end: false });
    got.on("end", () => endAfter(asked, answer, isEarly ? passed : null));
  });
  passed.on("error", () => {
    // Passes a partial response on; only silence becomes an error.
    if (!answer.headersSent) refuse(asked, answer, 503, "The service is not there at the moment. Try again.");
  });
  answer.on("close", () => passed.destroy()).on("error", () => passed.destroy());
  // Sends the head immediately: the Worker may reject the request unseen, and closes a connection that is
  // silent for 15 seconds.
  passed.flushHeaders();
  asked.pipe(passed);
}

/**
 * Ends a response after the rest of its request arrived. An earlier close would reset the connection, and a
 * client or proxy that still sends would lose the response.
 * @param passed the request to the Worker that no longer needs the rest
 */
function endAfter(asked: IncomingMessage, answer: ServerResponse, passed: Writable | null): void {
  if (passed !== null) asked.unpipe(passed);
  if (asked.complete) return void answer.end();
  const late = setTimeout(() => answer.end(), REST_TIMEOUT_MS);
  answer.on("close", () => clearTimeout(late));
  asked.on("end", () => answer.end()).resume();
}

function refuse(asked: IncomingMessage, answer: ServerResponse, status: 400 | 503, message: string): void {
  const code = status === 400 ? "invalid_argument" : "unavailable";
  const body = JSON.stringify(envelope({ code, message, data: {}, operationId: newId("op"), duration: 0 }));
  const length = Buffer.byteLength(body);
  const headers = { ...ABOUT_ANSWERS, "Content-Length": length, Connection: "close" };
  answer.writeHead(status, headers).write(body);
  endAfter(asked, answer, null);
}
