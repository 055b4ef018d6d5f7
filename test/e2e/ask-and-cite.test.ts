import { beforeAll, describe, expect, test } from "vitest";
import type { ThreadFrame } from "../../client/src/index.ts";
import { readDocuments } from "../../scripts/demo/documents.ts";
import { QuoteCheck } from "../../scripts/demo/quote-check.ts";
import {
  type Citation,
  citationsOf,
  createCollection,
  getThread,
  postQuestion,
} from "../../scripts/demo/workspace.ts";
import { type Id, idFromBytes, idToBytes, newId } from "../../src/domain/ids.ts";
import {
  addReadyFile,
  closeCodeOf,
  type RemoteUser,
  share,
  signUp,
  startThread,
  textFile,
} from "../support/http/remote-user.ts";
import { ReceivedFrames } from "../support/http/received-frames.ts";
import { sharedService } from "../support/setup/shared-service.ts";

const SECRET = "The combination of the vault in the Lisbon office is zanzibar forty-two.";
const SECRET_QUESTION = "What is the combination of the vault in the Lisbon office?";

const service = sharedService();
let ada: RemoteUser;
let bob: RemoteUser;
let carol: RemoteUser;
let eve: RemoteUser;
let sharedId: string;
let privateId: string;
let check: QuoteCheck;

beforeAll(async () => {
  [ada, bob, carol, eve] = await Promise.all([
    signUp(service, "ada"),
    signUp(service, "bob"),
    signUp(service, "carol"),
    signUp(service, "eve"),
  ]);
  const { personalId } = ada.workspace;
  [sharedId, privateId] = [
    await createCollection(ada.api, personalId, "Library"),
    await createCollection(ada.api, personalId, "Vault"),
  ];
  for (const other of [bob, carol]) await share(ada, sharedId, other, ["chat"]);
  const documents = await readDocuments([]);
  const uploaded = await Promise.all(
    documents.map(async (document) => [await addReadyFile(ada, sharedId, document), document] as const),
  );
  check = new QuoteCheck(bob.api, new Map(uploaded));
});

/** The text and the citations of the answer to a question, in the asker's view of the thread. */
function answerIn(
  thread: Awaited<ReturnType<typeof getThread>>,
  question: string,
): { content: string; citations: Citation[] } {
  const asked = thread.messages.filter((message) => message.content === question);
  const answers = thread.messages.filter((message) =>
    asked.some(({ id }) => String(id) === String(message.inReplyTo)),
  );
  expect({
    askedCount: asked.length,
    answerCount: answers.length,
    isComplete: answers[0]?.isComplete,
  }).toEqual({
    askedCount: 1,
    answerCount: 1,
    isComplete: true,
  });
  const [answer] = answers;
  return {
    content: answer?.content ?? "",
    citations: citationsOf(thread, idFromBytes("msg", answer?.id ?? [])),
  };
}

describe("a thread of two users", () => {
  test("a thread shows both users the same frames in the same order, and replays all of them to a third user", async () => {
    const threadId = await startThread(ada, sharedId);
    const connections = [ada, bob].map(({ api }) => api.openThread(threadId));
    await Promise.all(connections.map(async ({ opened }) => await opened));
    const heard = connections.map((connection) => new ReceivedFrames(connection));
    const questions = [
      "Who was sleeping at the table?",
      "What were the names of the three little sisters in the Dormouse's story?",
    ];
    const asked = connections[1]?.send({ promptV2: { prompt: "What does atomic commit mean?" } });
    await Promise.all([
      asked,
      postQuestion(ada.api, threadId, questions[0] ?? ""),
      postQuestion(bob.api, threadId, questions[1] ?? ""),
    ]);

    const [adas, bobs] = await Promise.all(heard.map(async (frames) => await frames.untilAnswers(3)));
    expect(adas?.map((frame) => frame.seq)).toEqual(
      Array.from({ length: adas?.length ?? 0 }, (_, position) => position + 1),
    );
    expect(bobs).toEqual(adas);
    const late = carol.api.openThread(threadId, { since: 0 });
    expect(await new ReceivedFrames(late).untilAnswers(3)).toEqual(adas);

    const thread = await getThread(carol.api, threadId);
    for (const answer of thread.messages.filter((message) => message.kind === "textV1")) {
      expect(partsOf(adas ?? [], idFromBytes("msg", answer.id))).toBe(answer.content);
    }
    for (const connection of [...connections, late]) connection.close();
  });

  // The tests must pass without semantic scores on a busy machine, because words alone answer each question.
  test("the service answers with quotes that match the extracted text and the file exactly", async () => {
    const threadId = await startThread(ada, sharedId);
    for (const [question, words] of [
      ["What goal do FASTA and BLAST have in common?", "FASTA and BLAST have the same goal"],
      [
        "Which environment variable names ripgrep's configuration file?",
        "set the `RIPGREP_CONFIG_PATH` environment variable",
      ],
      [
        "What does atomic commit mean for the changes in a transaction?",
        "Atomic commit means that either all database changes",
      ],
    ] as const) {
      const { citations } = answerIn(await postQuestion(bob.api, threadId, question), question);
      expect(citations.map((citation) => citation.quote).join("\n")).toContain(words);
      for (const citation of citations) {
        expect(await check.findFault(citation)).toBeNull();
        const { quote } = citation;
        const changed = `${quote.slice(0, -2)}${quote.at(-2) === "e" ? "a" : "e"}${quote.at(-1)}`;
        expect(await check.findFault({ ...citation, quote: changed })).toContain("it is not at");
        expect(await check.findFault({ ...citation, start: citation.start + 1 })).toContain("it is not at");
      }
    }
  });

  test("the service reports that no document in scope answers, and cites the nearest sentences under see also", async () => {
    const question = "What is the capital of Australia?";
    const answer = answerIn(
      await postQuestion(bob.api, await startThread(ada, sharedId), question),
      question,
    );
    const markers = answer.citations.map((_, at) => `[${at + 1}]`).join(" ");
    expect(answer.content).toBe(`Nothing in the documents in scope answers this.\n\nSee also: ${markers}`);
    for (const citation of answer.citations) expect(await check.findFault(citation)).toBeNull();
  });
});

describe("a document that the asking user may not read", () => {
  let assetId: string;
  let assetBytes: string;
  beforeAll(async () => {
    assetId = await addReadyFile(
      ada,
      privateId,
      textFile("vault.txt", `Notes about the house.\n\n${SECRET}\n\nThe door is green.\n`),
    );
    assetBytes = JSON.stringify(idToBytes(assetId as Id));
  });

  /** All text that Bob receives while asking and reading in that thread, without the questions. */
  async function everythingBobGets(threadId: string): Promise<string> {
    const connection = bob.api.openThread(threadId);
    await connection.opened;
    const body = { messageContent: SECRET_QUESTION, messageKind: "promptV2", recipients: [], threadId };
    const answered = await bob.api.call("POST", `/v1/threads/${threadId}/messages`, body);
    const frames = await new ReceivedFrames(connection).untilAnswers(1);
    connection.close();
    const read = await bob.api.call("GET", `/v1/threads/${threadId}`);
    expect({ answeredBodyCode: answered.body.code, readBodyCode: read.body.code }).toEqual({
      answeredBodyCode: "ok",
      readBodyCode: "ok",
    });
    return JSON.stringify([answered.body, frames, read.body]);
  }

  test.each([
    ["its collection", () => ({ collectionIds: [privateId] })],
    ["itself", () => ({ assetIds: [assetId] })],
  ])(
    "the text of the hidden document never reaches the reader, though the owner added %s; the owner gets an answer",
    async (_what, scope) => {
      const threadId = await startThread(ada, sharedId, scope());
      const got = await everythingBobGets(threadId);
      const privateBytes = JSON.stringify(idToBytes(privateId as Id));
      for (const trace of ["zanzibar", "vault.txt", assetId, assetBytes, privateId, privateBytes])
        expect(got).not.toContain(trace);

      const question = `${SECRET_QUESTION} Please.`;
      const own = answerIn(await postQuestion(ada.api, threadId, question), question);
      expect(own.citations.map((citation) => citation.quote)).toContain(SECRET);
    },
  );

  test("each reader of the thread sees the number of documents that they may read, without the hidden one", async () => {
    const threadId = await startThread(ada, sharedId, { assetIds: [assetId], collectionIds: [privateId] });
    const [adas, bobs] = [await getThread(ada.api, threadId), await getThread(bob.api, threadId)];
    expect({
      activeAssetCount: adas.activeAssets.length,
      collectionIDsCount: adas.collectionIDs.length,
    }).toEqual({
      activeAssetCount: 1,
      collectionIDsCount: 2,
    });
    expect({
      activeAssetCount: bobs.activeAssets.length,
      collectionIDsCount: bobs.collectionIDs.length,
    }).toEqual({
      activeAssetCount: 0,
      collectionIDsCount: 1,
    });
    expect(bobs.knowledgeProvenance.assetRef).toEqual({});
  });

  test("search by name, text or collection never finds the hidden document", async () => {
    for (const path of [`assets/${assetId}`, `assets/${assetId}/text`, `collections/${privateId}`]) {
      expect({ path, status: (await bob.api.call("GET", `/v1/${path}`)).status }).toEqual({
        path,
        status: 404,
      });
    }
  });
});

describe("a socket closes with", () => {
  test("4404 for a stranger, 4401 for an invalid token, 4400 for a malformed thread id", async () => {
    const threadId = await startThread(ada, sharedId);
    const path = `/v1/threads/${threadId}/events`;
    expect(await closeCodeOf(service, path, eve.api.token)).toBe(4404);
    expect(await closeCodeOf(service, `/v1/threads/${newId("thread")}/events`, ada.api.token)).toBe(4404);
    expect(await closeCodeOf(service, path, "garbage")).toBe(4401);
    // The Worker accepts a few seconds of clock skew, and the room does not.
    expect(await closeCodeOf(service, path, await service.token(ada.email, { expiresInSeconds: -2 }))).toBe(
      4401,
    );
    expect(await closeCodeOf(service, "/v1/threads/thread_nonsense/events", ada.api.token)).toBe(4400);
    expect(await closeCodeOf(service, `${path}?since=yesterday`, ada.api.token)).toBe(4400);
  });
});

/** The text of an answer's frames, without the parts before a restart. */
function partsOf(frames: readonly ThreadFrame[], messageId: string): string {
  const texts = frames.flatMap(({ textV1 }) => (textV1?.messageId === messageId ? [textV1] : []));
  const transformationId = texts.at(-1)?.provenance.transformationId;
  return texts
    .flatMap((text) => (text.provenance.transformationId === transformationId ? text.parts : []))
    .join("");
}
