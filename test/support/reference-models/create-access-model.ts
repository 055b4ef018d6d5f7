import { expect } from "vitest";
import { idFromBytes } from "../../../src/domain/ids.ts";
import { AccessModel, type Command } from "./access-model.ts";
import { type ModelCollection, type ModelUser } from "./model-user.ts";
import { testEnv } from "../setup/env.ts";
import { call, type CallResult } from "../http/call.ts";
import { merge } from "../http/merge.ts";
import { type Person, signUp } from "../http/person.ts";

export interface WireNode {
  readonly collection: { readonly id: number[]; readonly collectionKind: string; readonly path: number[][] };
  readonly children: readonly WireNode[];
}

/**
 * Everybody has their own organization. Two organizations have folders and an asset, and most steps concern
 * those.
 */
export async function createAccessModel(
  people: number,
  arrive: DeliverBytes = isThere,
): Promise<AccessModel> {
  const model = new AccessModel();
  const addTree = (node: WireNode, owner: Person, parent: ModelCollection | null): ModelCollection => {
    const { organizationId, tenantId } = owner;
    const { id, collectionKind: kind } = node.collection;
    const collection = { id: idFromBytes("col", id), organizationId, tenantId, kind, parent };
    model.collections.push(collection);
    for (const child of node.children) addTree(child, owner, collection);
    return collection;
  };
  for (const person of await Promise.all(Array.from({ length: people }, () => signUp()))) {
    const user = { id: person.userId, token: person.token, mergedInto: null };
    model.users.push(user);
    for (const node of await treeOf(user)) model.grant(user, addTree(node, person, null), "own");
  }
  for (const user of model.users.slice(0, 2)) {
    const personal = model.readable(user).find(({ kind }) => kind === "personal") as ModelCollection;
    for (const kind of ["create", "create"] as const)
      await runCommand(model, user, { kind, parent: personal });
    await runCommand(
      model,
      user,
      { kind: "add", collection: model.collections.at(-1) as ModelCollection },
      arrive,
    );
  }
  return model;
}

export async function treeOf({ token }: ModelUser): Promise<readonly WireNode[]> {
  return (await call("getCollectionTree", { token })).body.data;
}

async function send({ token }: ModelUser, command: Command): Promise<CallResult<any>> {
  switch (command.kind) {
    case "create":
      return await call("POST", `/v1/collection/${command.parent.id}`, { token, body: { label: "Folder" } });
    case "add":
      return await call("POST", "/v1/assets", { token, body: newAsset(command.collection) });
    case "move": {
      const body = { collectionId: command.collection.id, parentCollectionId: command.parent.id };
      return await call("POST", `/v1/collection/${command.collection.id}/move`, { token, body });
    }
    case "share": {
      const body = {
        actions: command.actions,
        collectionIds: [command.collection.id],
        shareTo: [command.to.id],
        shareToEmails: [],
      };
      return await call("POST", "/v1/share-collections", { token, body });
    }
    case "change": {
      const body = { actions: command.actions, collectionId: command.collection.id, userId: command.to.id };
      return await call("POST", "/v1/modify-collection-permissions", { token, body });
    }
    case "link":
    case "unlink": {
      const body = { collectionId: command.collection.id, assetIds: [command.asset.id] };
      return await call(
        command.kind === "link" ? "POST" : "DELETE",
        `/v1/collections/${command.collection.id}/assets`,
        { token, body },
      );
    }
    case "merge":
      return await merge({ userId: command.into.id }, { userId: command.old.id });
    default:
      return command satisfies never;
  }
}

function newAsset({ id, organizationId, tenantId }: ModelCollection) {
  const organizationContext = { organizationId, tenantId };
  return {
    collectionID: id,
    contentType: "text/plain",
    creationMethod: "upload",
    organizationContext,
    originalFileName: "notes.txt",
  };
}

/** Delivers the bytes of a new asset. An asset without bytes cannot be linked to a collection. */
export type DeliverBytes = (by: ModelUser, assetId: string, signedUrl: string) => Promise<void>;

/** Marks the upload as complete without any content. */
async function isThere(_: ModelUser, assetId: string): Promise<void> {
  await testEnv.DB.prepare("UPDATE assets SET lifecycle_state = 'uploaded' WHERE id = ?").bind(assetId).run();
}

/** Sends the command, compares the response with the model, and applies it to the model. */
export async function runCommand(
  model: AccessModel,
  by: ModelUser,
  command: Command,
  arrive: DeliverBytes = isThere,
): Promise<void> {
  const refusals = model.rejections(by, command);
  const answer = await send(by, command);
  expect([command.kind, refusals.length === 0 ? ["ok"] : refusals]).toEqual([
    command.kind,
    expect.arrayContaining([answer.body.code]),
  ]);
  if (refusals.length > 0) return;
  if (command.kind === "add")
    await arrive(by, idFromBytes("asset", answer.body.data.id), answer.body.data.signedURL);
  const made = command.kind === "create" ? "col" : command.kind === "add" ? "asset" : null;
  model.apply(by, command, made === null ? "" : idFromBytes(made, answer.body.data.id));
}
