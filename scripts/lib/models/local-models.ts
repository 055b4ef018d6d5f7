import type * as z from "zod";
import {
  embedRequest,
  LOCAL_DIMENSIONS,
  LOCAL_MODELS_OWNER,
  LOCAL_MODELS_PATHS,
  LOCAL_MODELS_TIMEOUT,
  readRequest,
  type ReadResponse,
} from "../../../src/models/local-models-protocol.ts";
import { log } from "../../../src/log.ts";
import { firstLine } from "../failure.ts";
import { type Request, Response } from "../miniflare.ts";
import { readWholeBody } from "../sandbox/read-whole-body.ts";
import { type Caller, ModelsBusy, ModelScheduler } from "./model-scheduler.ts";
import { ModelSupervisor, ModelsUnavailable, type SupervisorUsage } from "./model-supervisor.ts";
import type { LoadedModels } from "./process/messages.ts";

const MAX_WAIT_MS = 60_000;
const STATUS = { invalid: 400, notFound: 404, busy: 429, failed: 500, unavailable: 503 } as const;

export interface LocalModels {
  /** The binding `LOCAL_MODELS` on this machine. */
  readonly answer: (request: Request) => Promise<Response>;
  readonly usage: () => SupervisorUsage;
  readonly stop: () => void;
}

/**
 * Starts the model process in the background and answers with it. A request that comes before the models
 * are loaded waits for them.
 * @returns null without a model
 */
export function startLocalModels(models: LoadedModels): LocalModels | null {
  if (!models.encoder && !models.reader) return null;
  const supervisor = new ModelSupervisor(models);
  supervisor.warm();
  const scheduler = new ModelScheduler(supervisor);
  return {
    answer: readWholeBody(async (request) => await answerRequest(request, scheduler)),
    usage: () => supervisor.usage(),
    stop: () => supervisor.stop(),
  };
}

async function answerRequest(request: Request, scheduler: ModelScheduler): Promise<Response> {
  const { pathname } = new URL(request.url);
  const timeoutMs = Number(request.headers.get(LOCAL_MODELS_TIMEOUT) ?? MAX_WAIT_MS);
  const caller: Caller = {
    owner: request.headers.get(LOCAL_MODELS_OWNER) ?? "",
    deadline: Date.now() + Math.min(MAX_WAIT_MS, timeoutMs),
  };
  try {
    if (pathname === LOCAL_MODELS_PATHS.embed) {
      const input = await parse(request, embedRequest);
      if (input === null) return new Response(null, { status: STATUS.invalid });
      return new Response(joined(await scheduler.embed(input, caller)));
    }
    if (pathname === LOCAL_MODELS_PATHS.read) {
      const input = await parse(request, readRequest);
      if (input === null) return new Response(null, { status: STATUS.invalid });
      const readings = [...(await scheduler.read(input, caller))];
      return Response.json({ readings } satisfies ReadResponse);
    }
    return new Response(null, { status: STATUS.notFound });
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Response {
  if (error instanceof ModelsBusy) return new Response(null, { status: STATUS.busy });
  if (error instanceof ModelsUnavailable) return new Response(null, { status: STATUS.unavailable });
  log("error", "model_job_failed", { detail: firstLine(error) });
  return new Response(null, { status: STATUS.failed });
}

async function parse<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T> | null> {
  return schema.safeParse(await request.json().catch(() => null)).data ?? null;
}

function joined(vectors: readonly Int8Array[]): Int8Array {
  const bytes = new Int8Array(vectors.length * LOCAL_DIMENSIONS);
  for (const [at, vector] of vectors.entries()) bytes.set(vector, at * LOCAL_DIMENSIONS);
  return bytes;
}
