import { idFromBytes, newId } from "../../../../src/domain/ids.ts";
import { testEnv } from "../../setup/env.ts";
import { call } from "../../http/call.ts";
import { startThread } from "../../http/threads.ts";
import { type ContractCases, WRONG_PAGING } from "../contract-case.ts";
import { contextOf, type World } from "../world.ts";

/** Asks a question and waits for the answer. */
async function askOnce({
  owner,
  threadId,
}: World): Promise<{ readonly params: Record<string, string>; readonly answerId: string }> {
  const body = {
    messageContent: "Who wrote the zephyr ledger?",
    messageKind: "promptV2",
    recipients: [],
    threadId,
  };
  const answered = await call("POST", `/v1/threads/${threadId}/messages`, { token: owner.token, body });
  const [question, answer] = answered.body.data.messages
    .slice(-2)
    .map(({ id }: any) => idFromBytes("msg", id));
  return { params: { threadID: threadId, messageID: question }, answerId: answer };
}

export const THREAD_CASES: ContractCases = {
  createThread: {
    request: ({ folderId, assetId, owner }) => ({
      body: {
        assetIds: [assetId],
        collectionId: folderId,
        collectionIds: [folderId],
        label: "Zephyr",
        organizationContext: contextOf(owner),
      },
    }),
  },
  listRecentThreads: {
    request: () => ({ query: { limit: "2", offset: "0", sort: "" } }),
    wrongQuery: WRONG_PAGING,
  },
  getThread: {
    request: ({ threadId }) => ({ params: { threadID: threadId } }),
    wrongQuery: {
      messagesBefore: ["", "x", "thread_01h455vb4pex5vsknk084sn02q"],
      messagesLimit: ["-1", "501", "1.5", "x"],
      includeLastSeq: ["", "yes"],
    },
  },
  checkCitation: {
    request: async ({ owner, threadId }) => ({
      params: { threadID: threadId, citationId: await citationOf(owner, threadId) },
    }),
  },
  checkCitations: {
    request: async ({ owner, threadId }) => ({
      params: { threadID: threadId },
      body: { citationIds: [await citationOf(owner, threadId)] },
    }),
  },
  postMessage: {
    request: ({ threadId }) => ({
      params: { threadID: threadId },
      body: {
        messageContent: "Who wrote the zephyr ledger?",
        messageKind: "promptV2",
        recipients: ["clerk@example.com"],
        threadId,
      },
    }),
    wrongQuery: { messagesLimit: ["-1", "0", "501", "1.5", "x"] },
  },
  searchThreads: {
    request: ({ folderId }) => ({ body: { query: "zephyr ledger", collectionIds: [folderId], limit: 5 } }),
  },
  updateThread: {
    request: ({ threadId }) => ({
      params: { threadID: threadId },
      body: { threadId, label: `Zephyr ${newId("req")}` },
    }),
  },
  shareThread: {
    request: ({ threadId }) => ({
      params: { threadID: threadId },
      body: { threadId, messageId: null, shareMethod: "email", shareTo: ["clerk@example.com"] },
    }),
  },
  endThreadLink: {
    request: async ({ threadId, owner }) => {
      const body = { threadId, shareMethod: "link", shareTo: [] };
      const shared = await call("POST", `/v1/threads/${threadId}/share`, { token: owner.token, body });
      return { params: { threadID: threadId, tokenId: idFromBytes("token", shared.body.data.tokenId) } };
    },
  },
  tombstoneThreads: {
    request: async ({ folderId, owner }) => ({ body: { threadIds: [await startThread(owner, folderId)] } }),
  },
  restoreThreads: {
    request: async ({ folderId, owner }) => {
      const threadIds = [await startThread(owner, folderId)];
      await call("DELETE", "/v1/threads/tombstone", { token: owner.token, body: { threadIds } });
      return { body: { threadIds } };
    },
  },
  stopAnswer: {
    request: async ({ threadId, owner }) => {
      const messageId = newId("msg");
      const answerId = newId("msg");
      const insert = `INSERT INTO messages (id, thread_id, position, kind, content, state, in_reply_to, variant, answer_version, created_at, created_by, modified_at, modified_by)
        SELECT ?1, ?2, coalesce(max(position), 0) + 1, ?3, '', ?4, ?5, 1, 1, 1, ?6, 1, ?6 FROM messages WHERE thread_id = ?2`;
      const say = (...values: unknown[]) => testEnv.DB.prepare(insert).bind(...values);
      await testEnv.DB.batch([
        say(messageId, threadId, "prompt", "done", null, owner.userId),
        say(answerId, threadId, "text", "pending", messageId, owner.userId),
      ]);
      return { params: { threadID: threadId, messageID: messageId } };
    },
  },
  askAgain: {
    request: async (world) => ({ params: (await askOnce(world)).params }),
    wrongQuery: { answerId: ["", "x", "thread_01h455vb4pex5vsknk084sn02q"] },
  },
  chooseAnswer: {
    request: async (world) => {
      const { params, answerId } = await askOnce(world);
      await call("POST", `/v1/threads/${world.threadId}/messages/${params["messageID"]}/answer`, {
        token: world.owner.token,
      });
      return { params, body: { answerId } };
    },
  },
  listAnswers: {
    request: async (world) => ({ params: (await askOnce(world)).params }),
    wrongQuery: WRONG_PAGING,
  },
  rateAnswer: {
    request: async (world) => ({
      params: (await askOnce(world)).params,
      body: { rating: "good", word: "Just so." },
    }),
  },
  listFeedback: {
    request: ({ owner }) => ({ params: { organizationId: owner.organizationId } }),
    wrongQuery: { ...WRONG_PAGING, rating: ["", "fine"], threadId: ["", "x"] },
  },
};

async function citationOf({ token }: { readonly token: string }, threadId: string): Promise<string> {
  const body = {
    messageContent: "Who wrote the zephyr ledger?",
    messageKind: "promptV2",
    recipients: [],
    threadId,
  };
  const answered = await call("POST", `/v1/threads/${threadId}/messages`, { token, body });
  return Object.keys(answered.body.data.knowledgeProvenance.citations)[0] ?? "";
}
