import { createKey } from "../../http/create-key.ts";
import {
  createLink,
  FROM_OWN_PAGE,
  newSessionId,
  openSession,
  pageHeaders,
} from "../../http/open-session.ts";
import { signUp, syncBody } from "../../http/person.ts";
import { type ContractCases, WRONG_DRY_RUN } from "../contract-case.ts";

let days = 30;

export const USER_CASES: ContractCases = {
  syncUser: { request: (_, caller) => ({ body: syncBody(caller.email) }) },
  signInOnce: {
    request: async (_, { email }) => ({ headers: FROM_OWN_PAGE, body: { once: await createLink(email) } }),
  },
  listSignInIssuers: { request: () => ({}) },
  getSession: { request: () => ({}) },
  endSession: { request: async (_, { email }) => ({ headers: pageHeaders(await openSession(email)) }) },
  listSessions: { request: () => ({}) },
  revokeSession: {
    request: async ({ owner }) => ({ params: { sessionId: await newSessionId(owner.email) } }),
  },
  revokeSessions: {
    wrongQuery: { keepCurrent: ["", "yes"] },
    request: async (_, { email }) => {
      await openSession(email);
      return {};
    },
  },
  getCollectionTree: { request: () => ({}) },
  searchUsers: { request: () => ({ body: { namePrefix: "zephyr", limit: 5 } }) },
  listChanges: {
    request: () => ({ query: { after: String(Date.now()) } }),
    wrongQuery: { after: ["", "x", "1.x"] },
  },
  createDevice: { request: () => ({}) },
  listUsers: {
    wrongQuery: { threadID: ["", "x"] },
    request: ({ owner, threadId }) => ({ query: { ids: owner.userId, threadID: threadId } }),
  },
  createApiKey: {
    request: ({ folderId }) => ({ body: { name: "Script", actions: ["read"], collectionIds: [folderId] } }),
  },
  listApiKeys: { request: () => ({}) },
  revokeApiKey: {
    request: async ({ owner }) => ({ params: { apiKeyId: (await createKey(owner)).apiKeyId } }),
  },
  updateOrganization: {
    // A new value each time, because setting the current value changes nothing.
    request: ({ owner }) => ({
      params: { organizationId: owner.organizationId },
      body: {
        retentionDays: (days += 1),
        quotas: { day: { questions: 500 }, month: { bytes: 10_000_000_000 } },
      },
    }),
  },
  // The caller is a newcomer, because a user who left could not send the other operations.
  deleteUser: {
    wrongQuery: WRONG_DRY_RUN,
    caller: ({ newcomer }) => newcomer,
    request: () => ({ query: { dryRun: "true" } }),
  },
  restoreUser: { request: () => ({}) },
  mergeUsers: {
    wrongQuery: WRONG_DRY_RUN,
    request: async () => {
      const [kept, merged] = [await signUp("kept"), await signUp("merged")];
      return {
        body: { newUserID: kept.userId, oldUserId: merged.userId, reason: "Two accounts of one person" },
      };
    },
  },
};
