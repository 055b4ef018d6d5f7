import { closeSync, existsSync, openSync, rmSync, statfsSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import {
  createCollection,
  createThread,
  getAsset,
  getThread,
  postQuestion,
  uploadFile,
} from "../../scripts/demo/workspace.ts";
import { runScript } from "../support/fixtures/scripts.ts";
import { addReadyFile, type RemoteUser, signUp, textFile } from "../support/http/remote-user.ts";
import { WAIT } from "../support/setup/wait.ts";
import { startTestService } from "../support/http/service.ts";
import { smallDisk } from "./small-disk.ts";

const MIB = 1024 * 1024;
const FULL =
  "The disk of this service is nearly full. The service rejects changes until there is space again.";

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Writes until the disk is full, and stops. */
function fillUp(path: string): void {
  const file = openSync(path, "a");
  try {
    for (const bytes of [MIB, 4096]) {
      try {
        for (;;) writeSync(file, Buffer.alloc(bytes));
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
      }
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Opens a thread's socket.
 * @returns a function that sends a prompt and resolves with the next frame
 */
async function openSocket(
  url: string,
  threadId: string,
  { api }: RemoteUser,
): Promise<(prompt: string) => Promise<object>> {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/v1/threads/${threadId}/events`, [
    "knowledge.v1",
    `bearer.${api.token}`,
  ]);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  return async (prompt) => {
    const next = new Promise<string>((resolve) =>
      socket.addEventListener("message", ({ data }) => resolve(String(data)), { once: true }),
    );
    socket.send(JSON.stringify({ promptV2: { prompt } }));
    return JSON.parse(await next) as object;
  };
}

test("on a nearly full disk writes are rejected immediately with the reason, reads work, and with space all works again", async () => {
  const disk = await smallDisk(128);
  const service = await startTestService({ dir: join(disk, "state") });
  const ada = await signUp(service, "ada");
  const { personalId } = ada.workspace;
  const assetId = await addReadyFile(
    ada,
    personalId,
    textFile("keys.txt", "The cellar key hangs behind the blue teapot."),
  );
  const threadId = await createThread(ada.api, ada.workspace, personalId);
  await postQuestion(ada.api, threadId, "Where does the cellar key hang?");
  const statusOf = async (): Promise<string> => {
    const answer = (await (await fetch(`${service.url}/status`)).json()) as {
      data: { fileproc: { status: string } };
    };
    return answer.data.fileproc.status;
  };
  const writableBytes = async (): Promise<number> => {
    const metrics = await fetch(`${service.url}/ops/metrics`, {
      headers: { authorization: `Bearer ${await service.serviceToken(["ops"])}` },
    });
    return Number(/^knowledge_disk_writable_bytes (\d+)$/m.exec(await metrics.text())?.[1]);
  };
  expect(await statusOf()).toMatch(/^(idle|busy)$/);
  expect(await writableBytes()).toBeGreaterThan(0);

  const ask = await openSocket(service.url, threadId, ada);
  const filler = join(disk, "filler");
  writeFileSync(filler, Buffer.alloc(Math.max(0, freeBytes(disk) - 4 * MIB)));
  await vi.waitFor(async () => expect(await statusOf()).toBe("disk_full"), WAIT);
  expect(await (await fetch(`${service.url}/status`)).json()).toMatchObject({ code: "ok", message: FULL });
  expect(await writableBytes()).toBe(0);
  const startedAt = Date.now();
  const refused = { status: 503, code: "unavailable", message: FULL };
  await expect(createCollection(ada.api, personalId, "More")).rejects.toMatchObject(refused);
  await expect(postQuestion(ada.api, threadId, "Where is the teapot?")).rejects.toMatchObject(refused);
  await expect(
    uploadFile(ada.api, ada.workspace, personalId, textFile("more.txt", "x")),
  ).rejects.toMatchObject(refused);
  expect(await ask("Where is the teapot?")).toMatchObject({ error: { code: "unavailable", message: FULL } });
  expect((await getAsset(ada.api, assetId)).lifecycleState).toBe("ready");
  expect((await getThread(ada.api, threadId)).messages).toHaveLength(2);
  expect(Date.now() - startedAt).toBeLessThan(10_000);
  await vi.waitFor(() => expect(service.output.stderr).toContain('"event":"disk_nearly_full"'), WAIT);

  rmSync(filler);
  await vi.waitFor(async () => expect(await statusOf()).not.toBe("disk_full"), WAIT);
  await createCollection(ada.api, personalId, "More");
  const after = await postQuestion(ada.api, threadId, "Where is the blue teapot?");
  expect(after.messages).toHaveLength(4);
  await addReadyFile(ada, personalId, textFile("more.txt", "The attic key hangs on a nail."));
});

describe("a disk that other programs filled to the last byte", () => {
  const refused = { status: 503, code: "unavailable", message: FULL };

  async function someService() {
    const disk = await smallDisk(128);
    const service = await startTestService({ dir: join(disk, "state") });
    const ada = await signUp(service, "ada");
    const { personalId } = ada.workspace;
    const assetId = await addReadyFile(
      ada,
      personalId,
      textFile("keys.txt", "The cellar key hangs behind the blue teapot."),
    );
    const threadId = await createThread(ada.api, ada.workspace, personalId);
    const paths = [
      "/status",
      `/v1/threads/${threadId}`,
      `/v1/assets/${assetId}`,
      `/v1/assets/${assetId}/text`,
    ];
    const look = async (path: string): Promise<string> => {
      const response = await fetch(`${service.url}${path}`, {
        headers: { authorization: `Bearer ${ada.api.token}` },
      });
      const text = await response.text();
      return response.ok ? "fine" : `${response.status} ${(JSON.parse(text) as { message: string }).message}`;
    };
    const isHeld = (): boolean => existsSync(join(disk, "state", "disk-reserve"));
    await vi.waitFor(() => expect(isHeld()).toBe(true), WAIT);
    const fill = async (): Promise<void> => {
      fillUp(join(disk, "filler"));
      await vi.waitFor(() => expect(isHeld()).toBe(false), WAIT);
    };
    return {
      disk,
      service,
      ada,
      threadId,
      fill,
      isHeld,
      lookAround: async () => await Promise.all(paths.map(look)),
    };
  }

  test("does not stop reads, because the service releases its disk reserve and takes it back later", async () => {
    const { disk, ada, threadId, fill, isHeld, lookAround } = await someService();
    await fill();
    for (let round = 0; round < 100; round++)
      expect(await lookAround()).toEqual(["fine", "fine", "fine", "fine"]);
    await expect(createCollection(ada.api, ada.workspace.personalId, "More")).rejects.toMatchObject(refused);
    rmSync(join(disk, "filler"));
    await vi.waitFor(async () => await createCollection(ada.api, ada.workspace.personalId, "More"), WAIT);
    expect(
      (await postQuestion(ada.api, threadId, "Where does the cellar key hang?")).messages.at(-1)?.content,
    ).toContain("teapot");
    await vi.waitFor(() => expect(isHeld()).toBe(true), WAIT);
  });

  test("and without that reserve each failed request gives the reason, in one log line, and with space all works again", async () => {
    const { disk, service, ada, fill, lookAround } = await someService();
    await fill();
    fillUp(join(disk, "filler"));
    const answers = new Set<string>();
    for (let round = 0; round < 20; round++) for (const each of await lookAround()) answers.add(each);
    expect([...answers].filter((each) => each !== "fine" && each !== `503 ${FULL}`)).toEqual([]);
    await expect(createCollection(ada.api, ada.workspace.personalId, "More")).rejects.toMatchObject(refused);
    rmSync(join(disk, "filler"));
    await vi.waitFor(async () => await createCollection(ada.api, ada.workspace.personalId, "More"), WAIT);
    expect(await lookAround()).toEqual(["fine", "fine", "fine", "fine"]);
    const lines = service.output.stderr.trim().split("\n");
    expect(lines.filter((line) => !/^\{"time":"[^"]+","level":"(warn|error)","event":"/.test(line))).toEqual(
      [],
    );
  });
});

test("an upload that does not fit is rejected before its bytes arrive", async () => {
  const disk = await smallDisk(64);
  const service = await startTestService({ dir: join(disk, "state") });
  const ada = await signUp(service, "ada");
  const bytes = new Uint8Array(60 * MIB);
  const big = uploadFile(ada.api, ada.workspace, ada.workspace.personalId, {
    name: "big.bin",
    contentType: "text/plain",
    bytes,
  });
  await expect(big).rejects.toThrow(/503: .*"unavailable"/);
  await addReadyFile(ada, ada.workspace.personalId, textFile("small.txt", "A small file fits."));
});

test("a read-only state folder is reported in one line", async () => {
  const disk = await smallDisk(16, "ro");
  const { status, stdout, stderr } = await runScript("start", [
    "--port",
    "0",
    "--persist-to",
    join(disk, "state"),
  ]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^Cannot write the state folder [^\n]+\n$/);
});
