import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import type { UnixSockets } from "./unix-sockets.ts";

const NAME = "cron-trigger";

/** Runs in the runtime beside the service. Only this process and its owner can connect to it. */
const SCRIPT = `export default {
  async fetch(request, env) {
    const { searchParams } = new URL(request.url);
    const scheduledTime = new Date(Number(searchParams.get("at")));
    const { outcome } = await env.SERVICE.scheduled({ scheduledTime, cron: "* * * * *" });
    return new Response(outcome);
  },
};`;

export interface CronTrigger {
  readonly worker: ReturnType<typeof cronWorker>;
  /** @returns the result of the run: "ok", or the runtime's error */
  fire(scheduledTime: Date): Promise<string>;
}

/**
 * Calls a Worker's `scheduled` by a request. Miniflare's own call blocks this process until the runtime
 * responds, and the runtime blocks while nobody reads its log, so the two can deadlock under load.
 */
export function cronTrigger(service: string, sockets: UnixSockets): CronTrigger {
  return {
    worker: cronWorker(service, sockets),
    fire: async (scheduledTime) => {
      const fired = request({
        socketPath: sockets.pathOf(NAME),
        agent: false,
        path: `/?at=${scheduledTime.getTime()}`,
      }).end();
      const [answer] = (await once(fired, "response")) as [IncomingMessage];
      return await text(answer);
    },
  };
}

function cronWorker(service: string, sockets: UnixSockets) {
  return {
    name: NAME,
    modules: true,
    script: SCRIPT,
    compatibilityDate: "2026-10-06",
    compatibilityFlags: ["service_binding_extra_handlers"],
    serviceBindings: { SERVICE: service },
    unsafeDirectSockets: [sockets.listenAs(NAME)],
  };
}
