import type { Operation } from "./operation.ts";
import type { RawRoute } from "./register.ts";
import { getAssetContent, putAssetContent } from "./routes/asset-content.ts";
import { getAssetText } from "./routes/asset-text.ts";
import { authSync } from "./routes/auth-sync.ts";
import { claimInvitation, openInvitation } from "./routes/claim-invitation.ts";
import { collectionTree } from "./routes/collection-tree.ts";
import { assetArtifact } from "./routes/asset-artifact.ts";
import { assetStatus } from "./routes/asset-status.ts";
import { crawlUrl } from "./routes/crawl-url.ts";
import { processingAssets } from "./routes/processing-assets.ts";
import { createAsset } from "./routes/create-asset.ts";
import { createThread } from "./routes/create-thread.ts";
import { createCollection } from "./routes/create-collection.ts";
import { endThreadLink } from "./routes/end-thread-link.ts";
import { genIdsValidate } from "./routes/gen-ids-validate.ts";
import { genThreads } from "./routes/gen-threads.ts";
import { getAsset } from "./routes/get-asset.ts";
import { getThread } from "./routes/get-thread.ts";
import { getCollection } from "./routes/get-collection.ts";
import { linkAssets } from "./routes/link-assets.ts";
import { linkThreads } from "./routes/link-threads.ts";
import { healSnapshots, orderHealing } from "./routes/heal-snapshots.ts";
import { listCollectionAssets } from "./routes/list-collection-assets.ts";
import { listCollectionAccess } from "./routes/list-collection-access.ts";
import { listRecentAssets } from "./routes/list-recent-assets.ts";
import { mergeUsers } from "./routes/merge-users.ts";
import { modifyPermissions } from "./routes/modify-permissions.ts";
import { moveCollection } from "./routes/move-collection.ts";
import { notifyUploaded } from "./routes/notify-uploaded.ts";
import { openApiRoute } from "./routes/openapi.ts";
import { postMessage } from "./routes/post-message.ts";
import { referenceRoute } from "./routes/reference.ts";
import { reindex } from "./routes/reindex.ts";
import { repairUsers } from "./routes/repair-users.ts";
import { revokeInvitation } from "./routes/revoke-invitation.ts";
import { search } from "./routes/search.ts";
import { shareCollections } from "./routes/share-collections.ts";
import { shareThread } from "./routes/share-thread.ts";
import { serviceStatus } from "./routes/status.ts";
import { threadEvents } from "./routes/thread-events.ts";
import { unlinkAssets } from "./routes/unlink-assets.ts";
import { unlinkThreads } from "./routes/unlink-threads.ts";
import { updateCollection } from "./routes/update-collection.ts";
import { updateThread } from "./routes/update-thread.ts";

/** Every operation of the service; one exists when its object stands here. */
export const operations: readonly Operation[] = [
  authSync,
  mergeUsers,
  collectionTree,
  createCollection,
  getCollection,
  updateCollection,
  moveCollection,
  listCollectionAssets,
  listRecentAssets,
  linkAssets,
  linkThreads,
  unlinkAssets,
  unlinkThreads,
  shareCollections,
  openInvitation,
  claimInvitation,
  revokeInvitation,
  modifyPermissions,
  listCollectionAccess,
  createAsset,
  notifyUploaded,
  getAsset,
  crawlUrl,
  assetStatus,
  processingAssets,
  createThread,
  getThread,
  postMessage,
  updateThread,
  shareThread,
  endThreadLink,
  search,
  serviceStatus,
  reindex,
  healSnapshots,
  orderHealing,
  repairUsers,
  genThreads,
  genIdsValidate,
];

/** Routes that answer bytes, text or a socket. */
export const rawRoutes: readonly RawRoute[] = [
  putAssetContent,
  getAssetContent,
  getAssetText,
  assetArtifact,
  threadEvents,
  openApiRoute(() => ({ operations, rawRoutes })),
  referenceRoute(() => ({ operations, rawRoutes })),
];
