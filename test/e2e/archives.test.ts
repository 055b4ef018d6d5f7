import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { type Citation, citationsOf, getAsset, postQuestion } from "../../scripts/demo/workspace.ts";
import { idFromBytes } from "../../src/domain/ids.ts";
import { addReadyFile, type RemoteUser, signUp, startThread, textFile } from "../support/http/remote-user.ts";
import { makeMail } from "../support/fixtures/documents/mail.ts";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const END_TIMEOUT_MS = 60_000;
const POLL_MS = 200;
const OVER: ReadonlySet<string> = new Set(["ready", "failed"]);

const list = z.object({
  result: z.object({
    entities: z.array(
      z.object({ data: z.object({ id: z.string(), displayName: z.string(), lifecycleState: z.string() }) }),
    ),
  }),
});

interface Member {
  readonly id: string;
  readonly displayName: string;
  readonly lifecycleState: string;
  readonly parentId: string;
}

const service = sharedService();
let ada: RemoteUser;
let people = 0;
beforeEach(async () => {
  people += 1;
  ada = await signUp(service, `unpacking-${people}`);
});

/** The child collections of the personal collection with that label. */
async function collectionsNamed(label: string): Promise<string[]> {
  const { data: roots } = await ada.api.request("GET", "/v1/users/self/collection-tree");
  const personal = roots
    .flatMap(({ children }) => children)
    .find(({ collection }) => idFromBytes("col", collection.id) === ada.workspace.personalId);
  const named = (personal?.children ?? []).filter(({ collection }) => collection.label === label);
  return named.map(({ collection }) => idFromBytes("col", collection.id));
}

/** The assets of a collection by name, after the service has processed all `count` of them. */
async function membersOf(collectionId: string, count: number): Promise<Member[]> {
  for (
    const giveUpAt = Date.now() + END_TIMEOUT_MS;
    ;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  ) {
    const { result } = await ada.api.data(
      list,
      "GET",
      `/v1/collection/${collectionId}/assets?limit=100&sort=displayName`,
    );
    const members = result.entities.map(({ data }) => data);
    if (members.length === count && members.every(({ lifecycleState }) => OVER.has(lifecycleState))) {
      return await Promise.all(members.map(async (one) => ({ ...one, parentId: await parentOf(one.id) })));
    }
    if (Date.now() > giveUpAt)
      throw new Error(`still ${JSON.stringify(members.map((one) => [one.displayName, one.lifecycleState]))}`);
  }
}

async function parentOf(assetId: string): Promise<string> {
  return idFromBytes("asset", (await getAsset(ada.api, assetId)).parentAssetId ?? []);
}

/** The first citation of the answer. */
async function firstCitation(question: string): Promise<Citation | undefined> {
  const { messages, ...thread } = await postQuestion(
    ada.api,
    await startThread(ada, ada.workspace.personalId),
    question,
  );
  const prompt = messages.find(({ content }) => content === question);
  const answer = messages.find(({ inReplyTo }) => String(inReplyTo) === String(prompt?.id));
  return citationsOf({ messages, ...thread }, idFromBytes("msg", answer?.id ?? []))[0];
}

describe("an uploaded file that holds other files", () => {
  test("a ZIP with texts, a document and an archive becomes a collection with its name, and the service reads each entry", async () => {
    const bytes = Uint8Array.from(await readFile(join(PROJECT_ROOT, "test", "documents", "voyage.zip")));
    const { personalId } = ada.workspace;
    const archiveId = await addReadyFile(ada, personalId, {
      name: "voyage.zip",
      contentType: "application/zip",
      bytes,
    });
    const [collectionId = "", ...more] = await collectionsNamed("voyage.zip");
    expect(more).toEqual([]);
    const members = await membersOf(collectionId, 4);
    expect(members.map(({ lifecycleState }) => lifecycleState)).toEqual(["ready", "ready", "ready", "ready"]);
    const names = members.map(({ displayName }) => displayName);
    expect(names).toEqual(expect.arrayContaining(["notes/lamp.txt", "notes/réserve.txt", "older.zip"]));
    for (const { parentId } of members) expect(parentId).toBe(archiveId);
    expect((await getAsset(ada.api, archiveId)).parentAssetId).toBeNull();
    expect(await collectionsNamed("older.zip")).toEqual([]);
    expect(await ada.api.text(`/v1/assets/${archiveId}/text`)).toContain(
      "empty.txt (0 bytes): not unpacked, because it is empty",
    );
    const idOf = (name: string): string => members.find(({ displayName }) => displayName === name)?.id ?? "";
    expect(await ada.api.text(`/v1/assets/${idOf("older.zip")}/text`)).toContain("deep.txt");
    const citation = await firstCitation("When was the lamp of the lighthouse lit?");
    expect({ assetId: citation?.assetId, quote: citation?.quote }).toEqual({
      assetId: idOf("notes/lamp.txt"),
      quote: expect.stringContaining("was lit in 1874"),
    });
  });

  test("a citation of a mail names its part, and each attachment becomes an asset", async () => {
    const note = "The spare wick is kept under the third stair.";
    const mail = makeMail("Lamp oil", "The barrel of lamp oil costs 31 crowns.", [
      { name: "wick.txt", type: "text/plain", content: note },
    ]);
    const { personalId } = ada.workspace;
    const mailId = await addReadyFile(ada, personalId, {
      ...textFile("oil.eml", mail),
      contentType: "message/rfc822",
    });
    const [collectionId = ""] = await collectionsNamed("oil.eml");
    const [member] = await membersOf(collectionId, 1);
    expect(member).toMatchObject({ displayName: "wick.txt", lifecycleState: "ready", parentId: mailId });
    const ofMail = await firstCitation("What does the barrel of lamp oil cost?");
    expect({ assetId: ofMail?.assetId, locator: ofMail?.locator }).toEqual({
      assetId: mailId,
      locator: { kind: "part", part: 1, title: "Lamp oil" },
    });
    const ofMember = await firstCitation("Where is the spare wick kept?");
    expect({ assetId: ofMember?.assetId, quote: ofMember?.quote }).toEqual({
      assetId: member?.id,
      quote: note,
    });
  });
});
