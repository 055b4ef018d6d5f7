import { invite } from "../../http/invite.ts";
import { createCollection } from "../../http/create-collection.ts";
import { type ContractCase, type ContractCases, WRONG_PAGING, WRONG_DRY_RUN } from "../contract-case.ts";
import type { World } from "../world.ts";

/** Creates an invitation for `invited` to a new collection. */
async function waiting({
  owner,
  folderId,
  invited,
}: World): Promise<{ readonly params: { readonly token: string } }> {
  const promised = await createCollection(owner, folderId, "Promised");
  const { tokenId } = await invite(owner, [promised], [invited.email], ["read"]);
  return { params: { token: tokenId } };
}

const CLAIM: ContractCase = { request: waiting, caller: ({ invited }) => invited };

export const SHARING_CASES: ContractCases = {
  shareCollections: {
    wrongQuery: WRONG_DRY_RUN,
    request: ({ folderId, newcomer }) => ({
      body: { actions: ["read"], collectionIds: [folderId], shareTo: [newcomer.userId], shareToEmails: [] },
    }),
  },
  openInvitation: CLAIM,
  claimInvitation: CLAIM,
  revokeInvitation: { request: waiting },
  modifyCollectionPermissions: {
    wrongQuery: WRONG_DRY_RUN,
    request: async ({ folderId, owner, newcomer }) => {
      const collectionId = await createCollection(owner, folderId, "Of its own");
      return { body: { collectionId, userId: newcomer.userId, actions: ["write"] } };
    },
  },
  listOwnLinks: { request: () => ({}), wrongQuery: WRONG_PAGING },
  explainAccess: {
    request: ({ folderId, owner }) => ({
      params: { collectionID: folderId },
      query: { userId: owner.userId },
    }),
    wrongQuery: { userId: ["x", "col_01h455vb4pex5vsknk084sn02q"] },
  },
  listCollectionAccess: {
    request: ({ folderId }) => ({
      params: { collectionID: folderId },
      query: { limit: "10", offset: "0", sort: "sortableName" },
    }),
    wrongQuery: WRONG_PAGING,
  },
};
