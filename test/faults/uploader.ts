import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { idFromBytes } from "../../src/domain/ids.ts";
import type { Switch } from "./switch.ts";
import type { Random } from "./random.ts";
import type { Stage } from "./stage.ts";
import { asset } from "./wire.ts";
import { someText } from "./words.ts";

const CONTENT_TYPE = "text/plain";
const LEAST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 1_500;
const RETRY_MS = 100;
const NOTES_A_FILE = 40;
const WORDS_A_NOTE = 30;

const envelope = z.object({ code: z.string(), message: z.string(), data: z.unknown() });

/** Uploads small files, one after the other, each step again until it is acknowledged. */
export class Uploader {
  /** The assets that may be brought into threads: all that were acknowledged. */
  readonly shelf: string[];
  /** Those of them that are to be processed in any case; the others once a thread has them. */
  readonly started: string[] = [];
  readonly faults: string[] = [];
  readonly #stage: Stage;
  readonly #random: Random;
  readonly #power: Switch;

  constructor(stage: Stage, random: Random, power: Switch) {
    this.shelf = [...stage.assetIds];
    this.#stage = stage;
    this.#random = random;
    this.#power = power;
  }

  async run(): Promise<void> {
    for (let count = 1; this.#power.isOn; count += 1) {
      await this.#upload(`note-${count}.txt`);
      await pause(this.#random.between(LEAST_PAUSE_MS, LONGEST_PAUSE_MS));
    }
  }

  async #upload(name: string): Promise<void> {
    const { inboxId, owner } = this.#stage;
    const { organizationContext } = owner.workspace;
    const registration = { collectionID: inboxId, contentType: CONTENT_TYPE, creationMethod: "upload", organizationContext };
    const created = await this.#post("/v1/assets", `${name} create`, { ...registration, originalFileName: name });
    if (created === null) return;
    const text = Array.from({ length: NOTES_A_FILE }, () => `${someText(this.#random, WORDS_A_NOTE)}\n\n`).join("");
    if ((await this.#until(`${name} put`, async () => await put(created.signedURL, text))) === null) return;
    const assetID = idFromBytes("asset", created.id);
    const announcement = { assetID, processInBackground: this.#random.chance(0.5), processInThread: this.#random.chance(0.5) };
    if ((await this.#post("/v1/assets/notifyUploaded", `${name} notify`, announcement)) === null) return;
    this.shelf.push(assetID);
    if (announcement.processInBackground) this.started.push(assetID);
  }

  async #post(path: string, key: string, body: object) {
    const { origin, token } = this.#stage.owner.api;
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": key.replaceAll(" ", "-") };
    const data = await this.#until(
      key,
      async () => await fetch(new URL(path, origin), { method: "POST", headers, body: JSON.stringify(body) }),
    );
    return data === null ? null : asset.parse(data);
  }

  /** @returns the data of the first answer that is `ok`; null when it is refused, or the load ends */
  async #until(what: string, request: () => Promise<Response>): Promise<unknown> {
    while (this.#power.isOn) {
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

async function put(signedUrl: string, text: string): Promise<Response> {
  return await fetch(signedUrl, { method: "PUT", headers: { "content-type": CONTENT_TYPE }, body: text });
}

/** Null when there is none. */
async function answerOf(request: () => Promise<Response>): Promise<z.output<typeof envelope> | null> {
  try {
    const response = await request();
    return envelope.parse(await response.json());
  } catch {
    return null;
  }
}
