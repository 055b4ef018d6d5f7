import { afterEach, expect, test } from "vitest";
import { startSandbox } from "../../scripts/lib/sandbox/local-sandbox.ts";
import { convertV4MiniflareOptions, Miniflare, NoOpLog } from "../../scripts/lib/miniflare.ts";
import { guardRuntimes } from "../../scripts/lib/runtime-guard.ts";

// Ends the sandbox processes of these tests with the test process.
guardRuntimes();

/**
 * A body of this size fits into the buffers of a connection, so the sender believes that the server read it.
 */
const SHORT_BYTES = 300_000;
/** A body of this size exceeds the buffers of a connection, so the sender waits for a reader. */
const LONG_BYTES = 16_000_000;
/** One file in work, and the maximum number of files that wait while the sandbox holds their bytes. */
const HELD = 65;

/** Sends bodies to the sandbox as the service does. Endless bodies occupy all slots until they close. */
const SENDER = `const endless = () => {
  let opened;
  const body = new ReadableStream({ start: (controller) => { opened = controller; controller.enqueue(new Uint8Array([0x61])); } });
  return { body, close: () => opened.close() };
};
export default {
  async fetch(request, { SANDBOX }) {
    const { path, bytes, held } = await request.json();
    const headers = { "x-owner": "ada", "content-type": "text/plain" };
    const send = async (to, body) => {
      const response = await SANDBOX.fetch("http://sandbox" + to, { method: "POST", headers, body });
      await response.arrayBuffer();
      return response.status;
    };
    const bodies = Array.from({ length: held }, endless);
    const holding = bodies.map(({ body }) => send("/documents", body));
    // A short file that is refused tells that all places are taken. One that is not refused takes a place itself.
    for (let isFull = held === 0; !isFull; ) {
      const short = send("/documents", "A few words.");
      holding.push(short);
      isFull = (await Promise.race([short, scheduler.wait(1_000)])) === 429;
    }
    const early = [];
    for (let round = 0; round < 4; round += 1) {
      const sent = Array.from({ length: 4 }, () => send(path, new Uint8Array(bytes).fill(0x61)));
      early.push(...(await Promise.all(sent)));
    }
    for (const { close } of bodies) close();
    await Promise.all(holding);
    const late = await Promise.all(Array.from({ length: 20 }, () => send("/documents", "A few words.")));
    return Response.json({ early, late });
  },
};`;

const running: Miniflare[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map(async (miniflare) => await miniflare.dispose()));
});

async function statusesOf(order: {
  readonly path: string;
  readonly bytes: number;
  readonly held: number;
}): Promise<unknown> {
  const { answer } = await startSandbox(false);
  const worker = {
    name: "sender",
    modules: true,
    script: SENDER,
    compatibilityDate: "2026-10-06",
    serviceBindings: { SANDBOX: answer },
  };
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ workers: [worker], cf: false, log: new NoOpLog(), port: 0 }),
  );
  running.push(miniflare);
  return await (
    await miniflare.dispatchFetch("http://sender/", { method: "POST", body: JSON.stringify(order) })
  ).json();
}

const times = (count: number, status: number): number[] => Array.from({ length: count }, () => status);

test.each([SHORT_BYTES, LONG_BYTES])(
  "a full queue that rejects %i unread bytes delays no later request",
  async (bytes) => {
    expect(await statusesOf({ path: "/documents", bytes, held: HELD })).toEqual({
      early: times(16, 429),
      late: times(20, 200),
    });
  },
);

test.each([SHORT_BYTES, LONG_BYTES])(
  "a rejection of %i unread bytes reaches its caller, and the sandbox reads the next file",
  async (bytes) => {
    expect(await statusesOf({ path: "/nothing", bytes, held: 0 })).toEqual({
      early: times(16, 404),
      late: times(20, 200),
    });
  },
);
