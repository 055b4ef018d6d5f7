/** A workspace with documents of every kind, threads, a deletion, an invitation and a public link. */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { createCollection, postQuestion, uploadFile } from "../../../scripts/demo/workspace.ts";
import { PROJECT_ROOT } from "../../../scripts/lib/project.ts";
import { waitForState } from "../../support/http/crawl-page.ts";
import {
  addReadyFile,
  type RemoteUser,
  share,
  startThread,
  textFile,
} from "../../support/http/remote-user.ts";
import { type Console, emailOf } from "./console.ts";

/** One document for each way in which the reader shows documents. */
const FAMILIES = {
  pdf: "samples/fasta-guide.pdf",
  markdown: "samples/ripgrep-guide.md",
  html: "samples/sqlite-atomic-commit.html",
  text: "samples/alice-chapter-7.txt",
  word: "test/documents/harbour.docx",
  book: "test/documents/lighthouse.epub",
  sheet: "test/documents/tides.xlsx",
  table: "test/documents/prices.csv",
  slides: "test/documents/ferries.pptx",
  mail: "test/documents/harbour.eml",
  captions: "test/documents/council.vtt",
  code: "test/documents/tides.py",
  data: "test/documents/inventory.json",
  archive: "test/documents/voyage.zip",
} as const;
export type Family = keyof typeof FAMILIES;

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  md: "text/markdown",
  html: "text/html",
  txt: "text/plain",
  csv: "text/csv",
  zip: "application/zip",
};

/** Longer than any column, and begins with a word that is longer than a phone is wide. */
export const LONG_NAME =
  "Hafenmauerinstandsetzungsbeschlussvorlage 2026, Entwurf des Hafenamts für die Sitzung am 14. März.txt";

export const QUESTIONS = [
  "What goal do FASTA and BLAST have in common?",
  "What does the ktup parameter control?",
] as const;

export interface FilledWorkspace {
  readonly grace: RemoteUser;
  readonly ada: RemoteUser;
  /** A collection that Grace shares with Ada. */
  readonly sequencesId: string;
  readonly harborId: string;
  readonly emptyId: string;
  readonly documents: Readonly<Record<Family, string>>;
  readonly longNamedId: string;
  readonly brokenId: string;
  /** A thread with two questions and their answers. */
  readonly threadId: string;
  readonly emptyThreadId: string;
  /** Path of the public link of the thread, with its token. */
  readonly publicPath: string;
  /** Path of an invitation, with its token. */
  readonly invitationPath: string;
}

export async function fillWorkspace(it: Console): Promise<FilledWorkspace> {
  const [grace, ada] = [await it.person("grace", "Grace Hopper"), await it.person("ada", "Ada Lovelace")];
  const { personalId } = grace.workspace;
  const [sequencesId, toolsId, harborId, emptyId] = [
    await createCollection(grace.api, personalId, "Sequence search"),
    await createCollection(grace.api, personalId, "Tools"),
    await createCollection(grace.api, personalId, "Harbour of Brackwater"),
    await createCollection(grace.api, personalId, "Ideas"),
  ];
  await share(grace, sequencesId, ada, ["chat"]);
  const homes: Partial<Record<Family, string>> = {
    pdf: sequencesId,
    markdown: toolsId,
    html: toolsId,
    code: toolsId,
  };
  const longNamedId = await addReadyFile(
    grace,
    harborId,
    textFile(LONG_NAME, "The quay is open from April.\n"),
  );
  const brokenId = await addBroken(grace, harborId);
  const documents = await addFamilies(grace, (family) => homes[family] ?? harborId);
  const threadId = await startThread(grace, sequencesId);
  await postQuestion(grace.api, threadId, QUESTIONS[0]);
  await postQuestion(ada.api, threadId, QUESTIONS[1]);
  const emptyThreadId = await startThread(grace, harborId);
  await deleteSome(grace, harborId);
  return {
    grace,
    ada,
    sequencesId,
    harborId,
    emptyId,
    documents,
    longNamedId,
    brokenId,
    threadId,
    emptyThreadId,
    publicPath: await publish(grace, threadId),
    invitationPath: await invite(grace, harborId),
  };
}

async function addFamilies(
  user: RemoteUser,
  homeOf: (family: Family) => string,
): Promise<Readonly<Record<Family, string>>> {
  const entries: [Family, string][] = [];
  for (const [family, path] of Object.entries(FAMILIES) as [Family, string][]) {
    const bytes = new Uint8Array(await readFile(join(PROJECT_ROOT, path)));
    const contentType = CONTENT_TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    const file = { name: basename(path), contentType, bytes };
    entries.push([family, await uploadFile(user.api, user.workspace, homeOf(family), file)]);
  }
  for (const [, id] of entries) await waitForState(user, id, ["ready"]);
  return Object.fromEntries(entries) as Record<Family, string>;
}

async function addBroken(user: RemoteUser, collectionId: string): Promise<string> {
  const bytes = new TextEncoder().encode("%PDF-1.4 nothing");
  const file = { name: "berths-2019.pdf", contentType: "application/pdf", bytes };
  const id = await uploadFile(user.api, user.workspace, collectionId, file);
  await waitForState(user, id, ["failed"]);
  return id;
}

/** Deletes a document and a thread, which can come back. */
async function deleteSome(user: RemoteUser, collectionId: string): Promise<void> {
  const assetId = await addReadyFile(user, collectionId, textFile("old-tariff.txt", "Two crowns a night.\n"));
  await user.api.request("DELETE", "/v1/assets/tombstone", { body: { assetIds: [assetId] } });
  const threadId = await startThread(user, collectionId);
  await postQuestion(user.api, threadId, "What did a night in the harbour cost?");
  await user.api.request("DELETE", "/v1/threads/tombstone", { body: { threadIds: [threadId] } });
}

async function publish({ api }: RemoteUser, threadId: string): Promise<string> {
  const { data } = await api.request("POST", "/v1/threads/{threadID}/share", {
    params: { threadID: threadId },
    body: { threadId, shareMethod: "link", shareTo: [] },
  });
  return `/p/${threadId}#${data.publicToken}`;
}

async function invite({ api }: RemoteUser, collectionId: string): Promise<string> {
  const { data } = await api.request("POST", "/v1/share-collections", {
    body: { actions: ["read"], collectionIds: [collectionId], shareTo: [], shareToEmails: [emailOf("lin")] },
  });
  const [invited] = (data as unknown as { newUsers: { publicToken: string }[] }).newUsers;
  return `/i#${invited?.publicToken ?? ""}`;
}
