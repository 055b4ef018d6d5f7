import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { idFromBytes } from "../../src/domain/ids.ts";
import type { StopFlag } from "./stop-flag.ts";
import type { Random } from "./random.ts";
import type { Setup } from "./setup.ts";
import { asset } from "./wire-schemas.ts";
import { randomText } from "./message-input.ts";

const CONTENT_TYPE = "text/plain";
const MIN_PAUSE_MS = 300;
const MAX_PAUSE_MS = 1_500;
const RETRY_MS = 100;
const NOTES_PER_FILE = 40;
const WORDS_PER_NOTE = 30;

/** Size of a bulk of short texts. Sometimes one is no text and fails with a reason. */
const MIN_BULK_TEXTS = 5;
const MAX_BULK_TEXTS = 40;
const BATCH_PROBABILITY = 0.5;
const UNREADABLE_PROBABILITY = 0.1;
const ZIP_HEAD = [0x50, 0x4b, 3, 4];

const envelope = z.object({ code: z.string(), message: z.string(), data: z.unknown() });

/** Uploads small files one after the other, and retries each step until it is acknowledged. */
export class Uploader {
  /** The assets that threads may add: all acknowledged ones. */
  readonly assetPool: string[];
  /** Those with requested processing. The others are processed once a thread adds them. */
  readonly started: string[] = [];
  /** Short texts announced in bulk, by a word that no other text has; "" for an unreadable one. */
  readonly bulkTexts = new Map<string, string>();
  readonly faults: string[] = [];
  readonly #setup: Setup;
  readonly #random: Random;
  readonly #flag: StopFlag;

  constructor(setup: Setup, random: Random, flag: StopFlag) {
    this.assetPool = [...setup.assetIds];
    this.#setup = setup;
    this.#random = random;
    this.#flag = flag;
  }

  async run(): Promise<void> {
    for (let count = 1; this.#flag.isRunning; count += 1) {
      if (this.#random.chance(BATCH_PROBABILITY)) await this.#uploadTogether(count);
      else await this.#upload(`note-${count}.txt`);
      await pause(this.#random.between(MIN_PAUSE_MS, MAX_PAUSE_MS));
    }
  }

  async #upload(name: string): Promise<void> {
    const { inboxId, owner } = this.#setup;
    const { organizationContext } = owner.workspace;
    const registration = {
      collectionID: inboxId,
      contentType: CONTENT_TYPE,
      creationMethod: "upload",
      organizationContext,
    };
    const answer = await this.#post("/v1/assets", `${name} create`, {
      ...registration,
      originalFileName: name,
    });
    if (answer === null) return;
    const created = asset.parse(answer);
    const text = Array.from(
      { length: NOTES_PER_FILE },
      () => `${randomText(this.#random, WORDS_PER_NOTE)}\n\n`,
    ).join("");
    if ((await this.#until(`${name} put`, async () => await put(created.signedURL, text))) === null) return;
    const assetID = idFromBytes("asset", created.id);
    const announcement = {
      assetID,
      processInBackground: this.#random.chance(0.5),
      processInThread: this.#random.chance(0.5),
    };
    if ((await this.#post("/v1/assets/notifyUploaded", `${name} notify`, announcement)) === null) return;
    this.assetPool.push(assetID);
    if (announcement.processInBackground) this.started.push(assetID);
  }

  async #uploadTogether(count: number): Promise<void> {
    const { inboxId, owner } = this.#setup;
    const texts = Array.from({ length: this.#random.between(MIN_BULK_TEXTS, MAX_BULK_TEXTS) }, (_, at) => {
      const word = this.#random.chance(UNREADABLE_PROBABILITY) ? "" : `bulk${count}x${at}`;
      return {
        word,
        bytes:
          word === ""
            ? Uint8Array.from(ZIP_HEAD)
            : Uint8Array.from(Buffer.from(`${word} ${randomText(this.#random, WORDS_PER_NOTE)}`)),
      };
    });
    const assets = texts.map((_, at) => ({
      contentType: CONTENT_TYPE,
      originalFileName: `bulk-${count}-${at}.txt`,
    }));
    const registration = {
      collectionID: inboxId,
      organizationContext: owner.workspace.organizationContext,
      assets,
    };
    const answer = await this.#post("/v1/assets/batch", `bulk-${count} create`, registration);
    if (answer === null) return;
    const created = z.array(asset).parse(answer);
    const sent = await Promise.all(
      texts.map(
        async ({ bytes }, at) =>
          await this.#until(`bulk-${count}-${at} put`, async () => await put(created[at]!.signedURL, bytes)),
      ),
    );
    if (sent.includes(null)) return;
    const assetIDs = created.map(({ id }) => idFromBytes("asset", id));
    const announcement = { assetIDs, processInBackground: true, processInThread: false };
    if ((await this.#post("/v1/assets/notifyUploaded", `bulk-${count} notify`, announcement)) === null)
      return;
    for (const [at, assetID] of assetIDs.entries()) this.bulkTexts.set(assetID, texts[at]!.word);
  }

  async #post(path: string, key: string, body: object): Promise<unknown> {
    const { origin, token } = this.#setup.owner.api;
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "idempotency-key": key.replaceAll(" ", "-"),
    };
    const options = { method: "POST", headers, body: JSON.stringify(body) };
    return await this.#until(key, async () => await fetch(new URL(path, origin), options));
  }

  /** @returns the data of the first `ok` response; null if it is rejected or the load ends */
  async #until(what: string, request: () => Promise<Response>): Promise<unknown> {
    while (this.#flag.isRunning) {
      const answer = await answerOf(request);
      if (answer?.code === "ok") return answer.data;
      if (answer !== null && answer.code !== "unavailable") {
        this.faults.push(`${what}: ${answer.code}: ${answer.message}`);
        return null;
      }
      await pause(RETRY_MS);
    }
    return null;
  }
}

async function put(signedUrl: string, text: string | Uint8Array<ArrayBuffer>): Promise<Response> {
  return await fetch(signedUrl, { method: "PUT", headers: { "content-type": CONTENT_TYPE }, body: text });
}

/** Null without a response. */
async function answerOf(request: () => Promise<Response>): Promise<z.output<typeof envelope> | null> {
  try {
    const response = await request();
    return envelope.parse(await response.json());
  } catch {
    return null;
  }
}
