import { citationsOf, postQuestion } from "../../../scripts/demo/workspace.ts";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { expect } from "vitest";
import type { Schemas } from "../../../client/src/index.ts";
import type { Action } from "../../../src/domain/access.ts";
import { type RemoteUser } from "./remote-user.ts";

type Node = Schemas["CollectionTreeNode"];

export async function codeOf(
  { api }: RemoteUser,
  method: string,
  path: string,
  body?: unknown,
): Promise<string> {
  return (await api.call(method, path, body)).body.code;
}

export async function codesOf(user: RemoteUser, ...paths: string[]): Promise<string[]> {
  return await Promise.all(paths.map(async (path) => await codeOf(user, "GET", path)));
}

/** All readable items, each as a path of labels. */
export async function labelTreeOf({ api }: RemoteUser): Promise<string[]> {
  const lines = ({ collection, children }: Node, above: string): string[] => {
    const path = `${above}/${collection.label}`;
    return [path, ...children.flatMap((child) => lines(child, path))];
  };
  const { data: nodes } = await api.request("GET", "/v1/users/self/collection-tree");
  return nodes.flatMap((node) => lines(node, ""));
}

export async function foundAssets({ api }: RemoteUser, query: string): Promise<string[]> {
  const { data: answer } = await api.request("POST", "/v1/search", { body: { query } });
  return [...new Set(answer.passages.map(({ assetId }) => assetId))];
}

/** @returns the public token of the invitation */
export async function inviteByEmail(
  { api }: RemoteUser,
  collectionId: string,
  email: string,
  actions: readonly Action[],
): Promise<string> {
  const body = { actions, collectionIds: [collectionId], shareTo: [], shareToEmails: [email] };
  const { data: shared } = await api.request("POST", "/v1/share-collections", { body });
  expect({ existingUserCount: shared.existingUsers.length, newUserCount: shared.newUsers.length }).toEqual({
    existingUserCount: 0,
    newUserCount: 1,
  });
  return shared.newUsers[0]?.publicToken ?? "";
}

export async function setRights(
  by: RemoteUser,
  collectionId: string,
  of: RemoteUser,
  actions: readonly Action[],
): Promise<string> {
  return await codeOf(by, "POST", "/v1/modify-collection-permissions", {
    collectionId,
    userId: of.workspace.userId,
    actions,
  });
}

export async function moveTo(
  by: RemoteUser,
  collectionId: string,
  parentCollectionId: string,
): Promise<string> {
  return await codeOf(by, "POST", `/v1/collection/${collectionId}/move`, {
    collectionId,
    parentCollectionId,
  });
}

export async function organizationOf({ api }: RemoteUser, collectionId: string): Promise<string> {
  const { data } = await api.request("GET", "/v1/collections/{collectionID}", {
    params: { collectionID: collectionId },
  });
  return idFromBytes("org", data.organizationId);
}

interface Answer {
  readonly content: string;
  readonly quotes: readonly string[];
}

/** Asks, and returns the last answer. */
export async function askInThread({ api }: RemoteUser, threadId: string, question: string): Promise<Answer> {
  const answered = await postQuestion(api, threadId, question);
  const prompt = answered.messages.findLast(({ content }) => content === question);
  const answer = answered.messages.find(({ inReplyTo }) => String(inReplyTo) === String(prompt?.id));
  const quotes = citationsOf(answered, idFromBytes("msg", answer?.id ?? [])).map(({ quote }) => quote);
  return { content: answer?.content ?? "", quotes };
}
