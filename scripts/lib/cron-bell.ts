import { randomUUID } from "node:crypto";
import type { Miniflare } from "miniflare";

const NAME = "cron-bell";

/** Runs in the runtime beside the service: only who knows the path rings. */
const SCRIPT = `export default {
  async fetch(request, env) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== env.PATH) return new Response("There is nothing here.", { status: 404 });
    const scheduledTime = new Date(Number(searchParams.get("at")));
    const { outcome } = await env.SERVICE.scheduled({ scheduledTime, cron: "* * * * *" });
    return new Response(outcome);
  },
};`;

export interface CronBell {
  readonly worker: ReturnType<typeof bellWorker>;
  /** @returns how the run ended: "ok", or the runtime's word for what went wrong */
  ring(miniflare: Miniflare, scheduledTime: Date): Promise<string>;
}

/**
 * Calls a Worker's `scheduled`. Miniflare's own way there stops this process until the runtime answers; the runtime stops when nobody reads
 * its log. Under load each would wait for the other for ever, so this goes through a request instead.
 */
export function cronBell(service: string): CronBell {
  const path = `/${randomUUID()}`;
  return {
    worker: bellWorker(service, path),
    ring: async (miniflare, scheduledTime) => {
      const url = `http://localhost${path}?at=${scheduledTime.getTime()}`;
      const rung = await miniflare.dispatchFetch(url, { headers: { "MF-Route-Override": NAME } });
      return await rung.text();
    },
  };
}

function bellWorker(service: string, path: string) {
  return {
    name: NAME,
    modules: true,
    script: SCRIPT,
    compatibilityDate: "2026-10-06",
    compatibilityFlags: ["service_binding_extra_handlers"],
    serviceBindings: { SERVICE: service },
    bindings: { PATH: path },
  };
}
