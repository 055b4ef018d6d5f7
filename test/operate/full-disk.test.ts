import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createCollection, createThread, getAsset, getThread, postQuestion, uploadFile } from "../../scripts/demo/workspace.ts";
import { runScript } from "../support/scripts.ts";
import { addReadyFile, signUp, textFile } from "../support/client.ts";
import { PATIENCE } from "../support/patience.ts";
import { startTestService } from "../support/service.ts";
import { smallDisk } from "./small-disk.ts";

const MIB = 1024 * 1024;

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

it("a disk that is nearly full: changes are refused at once and say why, reads go on, and with space all works again", async () => {
  const disk = await smallDisk(128);
  const service = await startTestService({ dir: join(disk, "state") });
  const ada = await signUp(service, "ada");
  const { personalId } = ada.workspace;
  const assetId = await addReadyFile(ada, personalId, textFile("keys.txt", "The cellar key hangs behind the blue teapot."));
  const threadId = await createThread(ada.api, ada.workspace, personalId);
  await postQuestion(ada.api, threadId, "Where does the cellar key hang?");
  const statusOf = async (): Promise<string> => {
    const answer = (await (await fetch(`${service.url}/status`)).json()) as { data: { fileproc: { status: string } } };
    return answer.data.fileproc.status;
  };
  expect(await statusOf()).toMatch(/^(idle|busy)$/);

  const filler = join(disk, "filler");
  writeFileSync(filler, Buffer.alloc(Math.max(0, freeBytes(disk) - 4 * MIB)));
  await vi.waitFor(async () => expect(await statusOf()).toBe("disk_full"), PATIENCE);
  const startedAt = Date.now();
  const refused = { status: 503, code: "unavailable", message: expect.stringContaining("disk of this service is nearly full") };
  await expect(createCollection(ada.api, personalId, "More")).rejects.toMatchObject(refused);
  await expect(postQuestion(ada.api, threadId, "Where is the teapot?")).rejects.toMatchObject(refused);
  await expect(uploadFile(ada.api, ada.workspace, personalId, textFile("more.txt", "x"))).rejects.toMatchObject(refused);
  expect((await getAsset(ada.api, assetId)).lifecycleState).toBe("ready");
  expect((await getThread(ada.api, threadId)).messages).toHaveLength(2);
  expect(Date.now() - startedAt).toBeLessThan(10_000);
  await vi.waitFor(() => expect(service.output.stderr).toContain('"event":"disk_nearly_full"'), PATIENCE);

  rmSync(filler);
  await vi.waitFor(async () => expect(await statusOf()).not.toBe("disk_full"), PATIENCE);
  await createCollection(ada.api, personalId, "More");
  const after = await postQuestion(ada.api, threadId, "Where is the blue teapot?");
  expect(after.messages).toHaveLength(4);
  await addReadyFile(ada, personalId, textFile("more.txt", "The attic key hangs on a nail."));
});

it("an upload that does not fit is refused before it is taken", async () => {
  const disk = await smallDisk(64);
  const service = await startTestService({ dir: join(disk, "state") });
  const ada = await signUp(service, "ada");
  const bytes = new Uint8Array(60 * MIB);
  const big = uploadFile(ada.api, ada.workspace, ada.workspace.personalId, { name: "big.bin", contentType: "text/plain", bytes });
  await expect(big).rejects.toThrow(/503: .*"unavailable"/);
  await addReadyFile(ada, ada.workspace.personalId, textFile("small.txt", "A small file fits."));
});

it("a state folder that cannot be written is told in one line", async () => {
  const disk = await smallDisk(16, "ro");
  const { status, stdout, stderr } = await runScript("start", ["--port", "0", "--persist-to", join(disk, "state")]);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^Cannot write the state folder [^\n]+\n$/);
});
