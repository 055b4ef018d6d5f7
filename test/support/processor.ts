/** The reference processor of `examples/processor` in its own process, with its test servers. */
import { createServer, request as send, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterFile } from "./after-file.ts";
import { newFolder } from "./folders.ts";
import { killGroup, type ScriptRun, spawnFile } from "./scripts.ts";
import type { RemoteService } from "./service.ts";

const servers = new Set<Server>();
afterFile(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers.clear();
});

export interface ProcessorOptions {
  /** The origin under which the processor finds the service. Default: the service's own. */
  readonly origin?: string;
  /** The folder of its claims. Default: a new folder. */
  readonly folder?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startProcessor(service: RemoteService, options: ProcessorOptions = {}): Promise<ScriptRun> {
  return spawnFile("examples/processor/src/main.ts", [], {
    PATH: process.env["PATH"],
    SERVICE_URL: options.origin ?? service.url,
    SERVICE_TOKEN: await service.serviceToken(["assets:status"]),
    PROCESSOR_FOLDER: options.folder ?? (await newFolder()),
    POLL_SECONDS: "1",
    ...options.settings,
  });
}

export async function killProcessor(run: ScriptRun): Promise<void> {
  killGroup(run.process, "SIGKILL");
  await run.ended;
}

/**
 * A local server that runs until the test file ends.
 * @returns its origin
 */
export async function serveLocally(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A transcription server's received requests and its next response. */
export interface TranscriptionServer {
  readonly url: string;
  /** The raw form of each request. */
  readonly asked: string[];
  answer: { readonly status: number; readonly body: string };
  /** The server delays responses until this resolves. */
  held: Promise<void>;
}

/** A server for `/v1/audio/transcriptions` that answers like OpenAI, vLLM and faster-whisper. */
export async function startTranscriptionServer(): Promise<TranscriptionServer> {
  const asked: string[] = [];
  const server: Omit<TranscriptionServer, "url"> = { asked, answer: { status: 200, body: "" }, held: Promise.resolve() };
  const url = await serveLocally((request, response) => {
    void wholeOf(request).then(async (form) => {
      asked.push(form);
      await server.held;
      response.writeHead(server.answer.status, { "content-type": "application/json" }).end(server.answer.body);
    });
  });
  return Object.assign(server, { url: `${url}/v1` });
}

async function wholeOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("latin1");
}

/**
 * A proxy in front of a service that keeps the Host header, so that signed URLs lead through it. `onRequest`
 * may delay a request forever.
 */
export async function serveBefore(
  origin: string,
  onRequest: (request: IncomingMessage, when: "before" | "after") => boolean | Promise<boolean>,
): Promise<string> {
  const { hostname, port } = new URL(origin);
  return await serveLocally((request, response) => {
    response.on("error", () => {});
    request.on("error", () => {});
    void (async () => {
      if (!(await onRequest(request, "before"))) return;
      const { method, url: path, headers } = request;
      const onward = send({ hostname, port, method, path, headers }, (answer) => {
        void (async () => {
          if (!(await onRequest(request, "after"))) return answer.resume();
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          return answer.pipe(response);
        })();
      });
      onward.on("error", () => response.destroy());
      request.pipe(onward);
    })();
  });
}
