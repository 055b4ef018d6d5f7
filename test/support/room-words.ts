import { PLAIN_PROMPT } from "../../src/thread-room/api.ts";
import { idToBytes } from "../../src/domain/ids.ts";
import { createDocument, createFolder, createWorkplace, type Folder, type Workplace } from "./room-fixtures.ts";
import type { Said } from "./whole-thread.ts";

/** A message to send. Messages with the same `campaign` share one stored message. */
export type Words = Omit<Said, "messageId" | "userId"> & { readonly campaign?: string };

export const QUESTION = "When did the harbour of Brackwater open?";
const ANSWERED_BY = [
  "The harbour of Brackwater opened in 1871 after nine years of work.",
  "Its lighthouse keeper was Agnes Hallam, who kept bees.",
];

/** A workplace with an answer to `QUESTION`, and folders that a thread may add to its scope. */
export async function createFixture(folders: number): Promise<{ readonly workplace: Workplace; readonly folders: readonly Folder[] }> {
  const workplace = await createWorkplace("");
  await createDocument(workplace, workplace.home, ANSWERED_BY);
  const beside: Folder[] = [];
  while (beside.length < folders) beside.push(await createFolder(workplace, workplace.root));
  return { workplace, folders: beside };
}

export const prompt = (content = QUESTION): Words => ({ kind: "promptV2", content });
/** A prompt as the Worker sends it, with its author's permitted scope. */
export const promptOverHttp = (content = QUESTION): Words => ({ ...prompt(content), overHttp: true });
export const textMessage = (content = "I agree."): Words => ({ kind: "textV1", content });
export const rename = (content = "The harbour"): Words => ({ kind: "renameThreadV1", content });

/** One question of a campaign. */
export function rival(campaign = "campaign", content = QUESTION): Words {
  return { ...prompt(content), campaign, extras: { ...PLAIN_PROMPT, member: "promptCampaignV2" } };
}

/** Adds a folder to the thread's scope. */
export function attach({ id }: Folder): Words {
  const nothing = { addedAssetIds: [], removedAssetIds: [], removedCollectionIds: [], world: null };
  return { kind: "knowledgeChangeV1", content: "", knowledge: { ...nothing, addedCollectionIds: [id] } };
}

/** The frame that a client sends for it on its socket. */
export function frameOf({ messageId: id, kind, content, askedAs, knowledge }: Said): unknown {
  const messageId = idToBytes(id);
  switch (kind) {
    case "promptV2":
      return askedAs
        ? { promptCampaignV2: { messageId, prompt: content, transformationId: askedAs } }
        : { promptV2: { messageId, prompt: content } };
    case "textV1":
      return { textV1: { messageId: id, parts: [content] } };
    case "renameThreadV1":
      return { renameThreadV1: { messageId, label: content } };
    case "knowledgeChangeV1":
      return { knowledgeChangeV1: { messageId, knowledge: { organizationContext: { added: knowledge?.addedCollectionIds ?? [] } } } };
    default:
      return kind satisfies never;
  }
}
