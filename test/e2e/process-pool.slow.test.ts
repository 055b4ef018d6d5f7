import { afterEach, describe, expect, test } from "vitest";
import { SandboxProcess } from "../../scripts/lib/sandbox/sandbox-process.ts";
import { ProcessPool, type ProcessPoolOptions } from "../../scripts/lib/sandbox/process-pool.ts";

/** Makes the sandbox process misbehave as a hostile file might. */
const MISBEHAVING = `const kept = [];
export default {
  async fetch(request) {
    switch (new URL(request.url).pathname) {
      case "/spin": for (;;);
      case "/grow": for (;;) { kept.push(new Uint8Array(8e6).fill(1)); await scheduler.wait(5); }
      case "/hang": await scheduler.wait(1e6); return new Response();
      case "/cut": {
        const { readable, writable } = new IdentityTransformStream();
        writable.getWriter().write(new TextEncoder().encode("half")).then(() => { for (;;); });
        return new Response(readable);
      }
      case "/slow": await scheduler.wait(300); return new Response("slow");
      default: return new Response(await request.text());
    }
  },
};`;
const MIB = 1024 * 1024;
const code = {
  modules: [{ path: "index.js", contents: Uint8Array.from(new TextEncoder().encode(MISBEHAVING)) }],
  compatibilityDate: "2026-10-06",
  compatibilityFlags: [],
};
const running: SandboxProcess[] = [];

afterEach(() => {
  for (const process of running.splice(0)) process.kill();
});

function poolOf(limits: Partial<ProcessPoolOptions> = {}): ProcessPool {
  const start = async (): Promise<SandboxProcess> => {
    const process = await SandboxProcess.start(code, { allow: ["public"], deny: ["0.0.0.0/0", "::/0"] });
    running.push(process);
    return process;
  };
  return new ProcessPool({
    processes: 2,
    cpuMs: 60_000,
    wallMs: 60_000,
    memoryBytes: 4_096 * MIB,
    start,
    ...limits,
  });
}

async function ask(pool: ProcessPool, path: string, owner = "ada", text = ""): Promise<[number, string]> {
  const answer = await pool.handle(path, owner, new Headers(), text === "" ? null : new Response(text).body);
  return [answer.status, await answer.text()];
}

const reasonOf = ([status, text]: [number, string]): unknown[] => [status, JSON.parse(text)];

describe("a job beyond its limit", () => {
  test("the pool kills a job beyond its CPU time with a permanent error, and the next job gets a fresh process", async () => {
    const pool = poolOf({ cpuMs: 400 });
    const reason =
      "This file takes more than 0.4 seconds of computing to be read. Split it and upload the parts.";
    expect(reasonOf(await ask(pool, "/spin"))).toEqual([422, { reason, permanent: true }]);
    expect(await ask(pool, "/echo", "ada", "after")).toEqual([200, "after"]);
    expect(running.map((process) => process.isAlive)).toEqual([false, true]);
  });

  test("the pool kills a job beyond its memory with a permanent error", async () => {
    const reason = "This file takes more than 200 MiB of memory to be read. Split it and upload the parts.";
    expect(reasonOf(await ask(poolOf({ memoryBytes: 200 * MIB }), "/grow"))).toEqual([
      422,
      { reason, permanent: true },
    ]);
  });

  test("the pool kills a job beyond its wall time, and allows a retry", async () => {
    const reason =
      "This file was not read within 0.5 seconds. Split it and upload the parts, or upload it again when there is less to do.";
    expect(reasonOf(await ask(poolOf({ wallMs: 500 }), "/hang"))).toEqual([
      422,
      { reason, permanent: false },
    ]);
  });

  test("a job beyond its limit never returns a truncated text", async () => {
    const answer = await poolOf({ cpuMs: 400 }).handle("/cut", "ada", new Headers(), null);
    await expect(answer.text()).rejects.toThrow("terminated");
  });
});

test("while one job spins, another job completes", async () => {
  const pool = poolOf({ cpuMs: 800 });
  const spinning = ask(pool, "/spin", "mallory");
  expect(await ask(pool, "/echo", "ada", "meanwhile")).toEqual([200, "meanwhile"]);
  expect((await spinning)[0]).toBe(422);
});

test("the pool's usage shows its start time, even if no process runs", async () => {
  const pool = poolOf();
  expect(pool.usage().bornAt).toBeNull();
  await pool.warm();
  const { bornAt, processes } = pool.usage();
  expect([Math.abs(Date.now() - Date.parse(bornAt ?? "")) < 60_000, processes]).toEqual([true, 1]);
  for (const process of running) process.kill();
  expect(pool.usage()).toEqual({ bornAt, residentBytes: 0, virtualBytes: 0, processes: 0, busy: 0 });
});

test("no owner takes all slots: another owner's job runs before the tenth of one", async () => {
  const pool = poolOf();
  const done: string[] = [];
  const job = async (owner: string): Promise<void> => {
    await ask(pool, "/slow", owner);
    done.push(owner);
  };
  await Promise.all([...Array.from({ length: 6 }, () => job("mallory")), job("ada")]);
  expect(done.indexOf("ada")).toBeLessThan(3);
});

test("the pool never uses a dead process again, and rejects jobs beyond the queue limit", async () => {
  const pool = poolOf({ processes: 1 });
  await ask(pool, "/echo", "ada", "one");
  for (const process of running) process.kill();
  expect(await ask(pool, "/echo", "ada", "two")).toEqual([200, "two"]);
  const all = await Promise.all(
    Array.from({ length: 80 }, async (_, at) => await ask(pool, "/echo", "ada", `${at}`)),
  );
  expect(new Set(all.map(([status]) => status))).toEqual(new Set([200, 429]));
});

describe("a slot that is granted before the file is opened", () => {
  const WAIT_MS = 60_000;

  test("an early slot serves the job that names it, and no other", async () => {
    const pool = poolOf({ processes: 1 });
    const name = await pool.reserveSlot("ada", WAIT_MS);
    const later = ask(pool, "/echo", "bob", "later");
    const answer = await pool.handle("/echo", "ada", new Headers(), new Response("first").body, name);
    expect(await answer.text()).toBe("first");
    expect(await later).toEqual([200, "later"]);
  });

  test("an early slot goes to the next job when its holder releases it", async () => {
    const pool = poolOf({ processes: 1 });
    const name = await pool.reserveSlot("ada", WAIT_MS);
    const next = pool.reserveSlot("bob", WAIT_MS);
    pool.releaseSlot(name ?? "");
    expect(await next).toEqual(expect.any(String));
  });

  test("an early slot keeps its position behind hundreds of others, which hold no stream", async () => {
    const pool = poolOf({ processes: 1 });
    const first = await pool.reserveSlot("ada", WAIT_MS);
    const order: number[] = [];
    const all = Array.from({ length: 200 }, async (_, at) => {
      const name = await pool.reserveSlot("ada", WAIT_MS);
      order.push(at);
      pool.releaseSlot(name ?? "");
    });
    pool.releaseSlot(first ?? "");
    await Promise.all(all);
    expect(order).toEqual(Array.from({ length: 200 }, (_, at) => at));
  });

  test("the pool rejects an early slot immediately for an owner with a full queue, while another owner's job still waits", async () => {
    const pool = poolOf({ processes: 1 });
    const first = await pool.reserveSlot("ada", WAIT_MS);
    const many = Array.from({ length: 501 }, async () => await pool.reserveSlot("ada", WAIT_MS));
    expect(await many.at(-1)).toBeNull();
    const other = pool.reserveSlot("bob", WAIT_MS);
    pool.releaseSlot(first ?? "");
    expect(await other).toEqual(expect.any(String));
  });
});
