import { expect, onTestFinished, test, vi } from "vitest";
import { createClient, type QueuedUpload, type UploadQueue } from "../../client/src/index.ts";
import { emailOf } from "../support/http/remote-user.ts";
import { sharedService } from "../support/setup/shared-service.ts";
import { REMOTE_WAIT } from "../support/setup/wait.ts";

const service = sharedService();
const PART_BYTES = 16 * 1024 * 1024;

interface Sender {
  readonly queue: UploadQueue;
  /** The last state of each file by its key. */
  readonly shown: Map<string, QueuedUpload>;
  /** Addresses of the requests that sent bytes. */
  readonly puts: string[];
  readonly until: (key: string, ...states: readonly QueuedUpload["state"][]) => Promise<QueuedUpload>;
}

/** A queue whose requests with bytes first pass a gate. */
async function sender(
  token: string,
  gate: (init: RequestInit, nth: number) => Promise<void> = async () => {},
): Promise<Sender> {
  const puts: string[] = [];
  const shown = new Map<string, QueuedUpload>();
  const client = createClient({
    origin: service.url,
    token,
    fetch: async (url, init) => {
      if (init.method === "PUT") {
        puts.push(url);
        await gate(init, puts.length);
        init.signal?.throwIfAborted();
      }
      return await fetch(url, init);
    },
  });
  const queue = await client.uploads((upload) => shown.set(upload.key, upload));
  const until: Sender["until"] = async (key, ...states) =>
    await vi.waitFor(() => {
      const upload = shown.get(key);
      expect(states).toContain(upload?.state);
      return upload!;
    }, REMOTE_WAIT);
  return { queue, shown, puts, until };
}

async function signedIn(name: string) {
  const email = emailOf(name);
  const token = await service.token(email);
  const client = createClient({ origin: service.url, token });
  const { personalId } = await client.signIn({ email, displayName: name });
  const names = async (): Promise<string[]> => {
    const listing = await client.request("GET", "/v1/collection/{collectionID}/assets", {
      params: { collectionID: personalId },
    });
    return listing.data.result.entities.map(({ data }) => data.displayName).toSorted();
  };
  return { token, personalId, names };
}

const text = (content: string): Blob => new Blob([content], { type: "text/plain" });

/** A promise and the function that fulfils it. */
function signalOf() {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  onTestFinished(() => give());
  return { give, given };
}

test("a queue pauses, continues, stops and repeats each file alone", async () => {
  const { token, personalId: collectionId, names } = await signedIn("queue");
  const open = signalOf();
  const { queue, until } = await sender(token, async () => await open.given);
  const keys = ["paused", "stopped", "plain"];
  queue.add(keys.map((key) => ({ key, collectionId, name: `${key}.txt`, blob: text(`About ${key}.\n`) })));
  for (const key of keys) await until(key, "sending");
  queue.pause("paused");
  queue.stop("stopped");
  open.give();
  expect(await until("plain", "ready")).toMatchObject({ reason: "", failure: "", sentBytes: 13 });
  expect((await until("paused", "paused")).assetId).not.toBe("");
  expect((await until("stopped", "stopped")).assetId).toBe("");
  queue.resume("paused");
  await until("paused", "ready");
  await vi.waitFor(async () => expect(await names()).toEqual(["paused.txt", "plain.txt"]), REMOTE_WAIT);
  queue.retry("stopped");
  await until("stopped", "ready");
  expect(await names()).toEqual(["paused.txt", "plain.txt", "stopped.txt"]);
});

test("a file that the service cannot take fails alone, with its kind of failure", async () => {
  const { token, personalId: collectionId, names } = await signedIn("queue-failures");
  const { queue, until } = await sender(token);
  const huge = Object.defineProperty(text("x"), "size", { value: 1_000_000_001 });
  const files = {
    empty: { name: "empty.txt", blob: text("") },
    huge: { name: "huge.txt", blob: huge },
    named: { name: `${"n".repeat(300)}.txt`, blob: text("Its name is too long.\n") },
    broken: { name: "broken.pdf", blob: new Blob(["%PDF-1.4 nothing"], { type: "application/pdf" }) },
    good: { name: "good.txt", blob: text("All is well.\n") },
  };
  queue.add(Object.entries(files).map(([key, file]) => ({ key, collectionId, ...file })));
  await until("good", "ready");
  for (const [key, failure] of [
    ["empty", "empty"],
    ["huge", "too_large"],
    ["named", "rejected"],
    ["broken", "damaged"],
  ] as const)
    expect(await until(key, "failed")).toMatchObject({ failure });
  const { assetId } = await until("broken", "failed");
  queue.retry("broken");
  await until("broken", "reading");
  expect(await until("broken", "failed")).toMatchObject({ assetId, failure: "damaged" });
  await queue.remove("broken");
  expect(await names()).toEqual(["good.txt"]);
});

test("a later queue continues a file with its asset and sends the missing parts alone", async () => {
  const { token, personalId: collectionId, names } = await signedIn("queue-continue");
  const blob = new Blob([new Uint8Array(PART_BYTES + 1_000).fill(97)], { type: "text/plain" });
  const file = { key: "long", collectionId, name: "long.txt", blob };
  const second = signalOf();
  const first = await sender(token, async (_, nth) => {
    if (nth === 2) await second.given;
  });
  first.queue.add([file]);
  await vi.waitFor(() => expect(first.puts).toHaveLength(2), REMOTE_WAIT);
  const { assetId } = first.shown.get("long")!;
  // The first program ends here: its second part never leaves.
  const later = await sender(token);
  later.queue.add([{ ...file, assetId }]);
  expect((await later.until("long", "reading", "ready")).assetId).toBe(assetId);
  expect(later.puts).toHaveLength(1);
  await later.until("long", "ready", "failed");
  // The whole file has arrived, so a third program only waits for its text.
  const last = await sender(token);
  last.queue.add([{ ...file, assetId }]);
  await last.until("long", "ready", "failed");
  expect(last.puts).toEqual([]);
  expect(await names()).toEqual(["long.txt"]);
});
