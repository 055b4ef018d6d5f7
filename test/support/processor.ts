/** The reference processor of `examples/processor` as a process of its own, and what it talks to. */
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
  /** The origin at which it finds the service; default the service's own. */
  readonly origin?: string;
  /** Where it keeps its claims; default a new folder. */
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

/** A server on this machine until the test file ends. @returns its origin */
export async function serveLocally(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What a transcription service is asked, and how it answers next. */
export interface TranscriptionServer {
  readonly url: string;
  /** Each form that came, whole. */
  readonly asked: string[];
  answer: { readonly status: number; readonly body: string };
  /** Answers wait for it. */
  held: Promise<void>;
}

/** A server that answers `/v1/audio/transcriptions` as OpenAI, vLLM or faster-whisper do. */
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

/** Stands before a service and passes everything on, its name too, so that signed URLs lead through it. `onRequest` may hold a request back for ever. */
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
