/** `/ready` of the built service while its model process stands still, and afterwards. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { startTestService } from "../support/http/service.ts";
import { WAIT } from "../support/setup/wait.ts";

/** The process with the models, a child of the service. */
function modelProcess(service: number): number {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const found = pids.find((pid) => {
    try {
      const [command, stat] = [
        readFileSync(`/proc/${pid}/cmdline`, "utf8"),
        readFileSync(`/proc/${pid}/stat`, "utf8"),
      ];
      const parent = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1];
      return parent === String(service) && command.includes("models/process/main");
    } catch {
      return false;
    }
  });
  return Number(found);
}

test.runIf(process.platform === "linux")(
  "the service is ready once its models answer, not ready while they stand still, live all the time, and checks once for many callers",
  async () => {
    const service = await startTestService();
    const ask = async (path: string) => {
      const response = await fetch(`${service.url}${path}`);
      return { status: response.status, body: await response.json() };
    };
    const checks = { database: "ok", bucket: "ok", reader: "ok", embedder: "ok" };
    const ready = { status: 200, body: { ready: true, checks } };
    await vi.waitFor(async () => expect(await ask("/ready")).toEqual(ready), WAIT);
    // The service knows the result for five seconds.
    await new Promise((resolve) => setTimeout(resolve, 5_100));
    const together = await Promise.all(Array.from({ length: 200 }, async () => await ask("/ready")));
    expect(new Set(together.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const models = modelProcess(service.pid);
    process.kill(models, "SIGSTOP");
    const stopped = { ...checks, reader: "failed", embedder: "failed" };
    await vi.waitFor(
      async () =>
        expect(await ask("/ready")).toEqual({ status: 503, body: { ready: false, checks: stopped } }),
      WAIT,
    );
    expect(await ask("/live")).toEqual({ status: 200, body: { live: true } });
    process.kill(models, "SIGCONT");
    await vi.waitFor(async () => expect(await ask("/ready")).toEqual(ready), WAIT);
  },
);
