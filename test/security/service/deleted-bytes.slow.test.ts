/**
 * Promise: With `npm start`, a deletion for good removes the data from every file of the state folder,
 * including free pages, full-text segments and logs. Attack: The receipt was finished and the check was
 * empty. Names, questions, feedback and whole passages were still in those places.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeZip } from "client-zip";
import { expect, test, vi } from "vitest";
import { createCollection, postQuestion } from "../../../scripts/demo/workspace.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import {
  addReadyFile,
  type RemoteUser,
  signUp,
  startThread,
  textFile,
} from "../../support/http/remote-user.ts";
import { type Service, startTestService } from "../../support/http/service.ts";
import { REMOTE_WAIT } from "../../support/setup/wait.ts";

/**
 * Each marker is a unique word. A full-text index stores lower-case stems, so the markers have no ending that
 * a stemmer cuts.
 */
const MARKERS = {
  label: "qzxvlabelo",
  description: "qzxvdescripto",
  fileName: "qzxvfilenamo",
  text: "qzxvtexto",
  lateText: "qzxvlatero",
  shortText: "qzxvshorto",
  memberName: "qzxvmembero",
  memberText: "qzxvinsido",
  threadLabel: "qzxvthreado",
  question: "qzxvquestiono",
  remark: "qzxvremarko",
  feedback: "qzxvfeedbacko",
  chat: "qzxvchato",
  unannounced: "qzxvunannounco",
} as const;
const WAIT_FOR_RECEIPT = { ...REMOTE_WAIT, timeout: 120_000 };

/** The markers that the files of a folder contain, ignoring case. */
function foundIn(folder: string): string[] {
  const decoder = new TextDecoder("latin1");
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const text = decoder.decode(bytesOf(join(folder, name))).toLowerCase();
    const found = Object.values(MARKERS).filter((marker) => text.includes(marker));
    return found.map((marker) => `${name.split("/").slice(-2).join("/")}: ${marker}`);
  });
}

/** The bytes of a file. Empty for a folder, and for a file that was deleted meanwhile. */
function bytesOf(path: string): Uint8Array {
  try {
    return statSync(path).isFile() ? readFileSync(path) : new Uint8Array();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Uint8Array();
    throw error;
  }
}

async function archiveWith(name: string, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const entries = [{ name, input: text, lastModified: new Date(0) }];
  return new Uint8Array(await new Response(makeZip(entries)).arrayBuffer());
}

async function fill({ api, workspace, ...rest }: RemoteUser) {
  const user = { api, workspace, ...rest };
  const folder = await createCollection(api, workspace.personalId, `Vaults ${MARKERS.label}`);
  const described = { collectionId: folder, description: `About ${MARKERS.description}.` };
  await api.call("POST", `/v1/collection/${folder}/attributes`, described);
  const sentences = Array.from(
    { length: 1_500 },
    (_, nth) => `The vault number ${nth} of ${MARKERS.text} is opened by the keeper of section ${nth}.`,
  );
  await addReadyFile(
    user,
    folder,
    textFile(`${MARKERS.fileName}.txt`, `${sentences.join("\n\n")}\n\nAt last ${MARKERS.lateText} closes.`),
  );
  await addReadyFile(user, folder, textFile("short.txt", `The word is ${MARKERS.shortText}.`));
  const bytes = await archiveWith(`${MARKERS.memberName}.txt`, `Inside is ${MARKERS.memberText}.`);
  await addReadyFile(user, folder, { name: "bundle.zip", contentType: "application/zip", bytes });
  await uploadUnannounced(user, folder);
  const thread = await startThread(user, folder, { collectionIds: [folder] });
  const say = async (messageKind: "textV1" | "renameThreadV1", messageContent: string) =>
    await api.call("POST", `/v1/threads/${thread}/messages`, {
      messageKind,
      messageContent,
      recipients: [],
      threadId: thread,
    });
  await say("renameThreadV1", `Talk of ${MARKERS.threadLabel}`);
  const answered = await postQuestion(api, thread, `Who opens the vault number 7 of ${MARKERS.question}?`);
  await say("textV1", `By the way, ${MARKERS.remark}.`);
  const question = answered.messages.find(({ content }) => content.includes(MARKERS.question));
  const place = `/v1/threads/${thread}/messages/${idFromBytes("msg", question?.id ?? [])}/answer/feedback`;
  await api.call("POST", place, { rating: "bad", word: `No: ${MARKERS.feedback}.` });
  const messages = [{ role: "user", content: `Is there a ${MARKERS.chat} in the vault?` }];
  await fetch(new URL("/v1/chat/completions", api.origin), {
    method: "POST",
    headers: { authorization: `Bearer ${api.token}`, "content-type": "application/json" },
    body: JSON.stringify({ model: `collection:${folder}`, messages }),
  });
  return folder;
}

/** Uploads bytes without reporting the upload as complete. */
async function uploadUnannounced({ api, workspace }: RemoteUser, collectionID: string): Promise<void> {
  const file = {
    contentType: "text/plain",
    creationMethod: "upload",
    originalFileName: `${MARKERS.unannounced}.txt`,
  } as const;
  const body = { ...file, collectionID, organizationContext: workspace.organizationContext };
  const { data } = await api.request("POST", "/v1/assets", { body });
  await fetch(data.signedURL, {
    method: "PUT",
    body: `Held back: ${MARKERS.unannounced}.`,
    headers: { "content-type": "text/plain" },
  });
}

async function deleteForGood(service: Service, { api }: RemoteUser, folder: string): Promise<void> {
  const { deletionId } = (await api.call("DELETE", "/v1/collections", { collectionIds: [folder] })).body
    .data as { deletionId: string };
  await vi.waitFor(async () => {
    expect(
      ((await api.call("GET", `/v1/deletions/${deletionId}`)).body.data as { finishedAt: unknown })
        .finishedAt,
    ).not.toBeNull();
  }, WAIT_FOR_RECEIPT);
  await vi.waitFor(async () => {
    const { data } = (await api.call("GET", `/v1/deletions/${deletionId}/check`)).body;
    expect(data).toMatchObject({ left: [], disk: "clean", next: "" });
  }, WAIT_FOR_RECEIPT);
  // The runtime reports an alarm that a newer one replaced.
  const errors = service.output.stderr.split("\n").filter((line) => line.includes('"level":"error"'));
  expect(errors.filter((line) => !line.includes("NOSENTRY"))).toEqual([]);
}

test("after the check reports a clean disk, no file holds a marker, the service still runs, and other records are whole", async () => {
  const service = await startTestService({ vars: { RATE_LIMITS: "off" } });
  const ada = await signUp(service, "ada");
  const kept = await addReadyFile(
    ada,
    ada.workspace.personalId,
    textFile("kept.txt", "The ferry to Sandholm leaves at noon."),
  );
  const folder = await fill(ada);
  const markers = () => new Set(foundIn(service.dir).map((found) => found.split(": ")[1]));
  await vi.waitFor(() => expect(markers()).toEqual(new Set(Object.values(MARKERS))), REMOTE_WAIT);
  await deleteForGood(service, ada, folder);
  expect(foundIn(service.dir)).toEqual([]);
  const found = (
    await ada.api.call("POST", "/v1/search", { query: "When does the ferry to Sandholm leave?" })
  ).body;
  expect(JSON.stringify(found)).toContain("The ferry to Sandholm leaves at noon.");
  await service.restart();
  expect(foundIn(service.dir)).toEqual([]);
  expect((await ada.api.call("GET", `/v1/assets/${kept}`)).body.code).toBe("ok");
});
