import type { Operation } from "./operation.ts";
import type { RawRoute } from "./register.ts";
import { getAssetContent, putAssetContent } from "./routes/asset-content.ts";
import { getAssetText } from "./routes/asset-text.ts";
import { authSync } from "./routes/auth-sync.ts";
import { collectionTree } from "./routes/collection-tree.ts";
import { createAsset } from "./routes/create-asset.ts";
import { createThread } from "./routes/create-thread.ts";
import { createCollection } from "./routes/create-collection.ts";
import { getAsset } from "./routes/get-asset.ts";
import { getThread } from "./routes/get-thread.ts";
import { getCollection } from "./routes/get-collection.ts";
import { notifyUploaded } from "./routes/notify-uploaded.ts";
import { postMessage } from "./routes/post-message.ts";
import { reindex } from "./routes/reindex.ts";
import { search } from "./routes/search.ts";
import { shareCollections } from "./routes/share-collections.ts";
import { serviceStatus } from "./routes/status.ts";
import { threadEvents } from "./routes/thread-events.ts";

/** Every operation of the service; one exists when its object stands here. */
export const operations: readonly Operation[] = [
  authSync,
  collectionTree,
  createCollection,
  getCollection,
  shareCollections,
  createAsset,
  notifyUploaded,
  getAsset,
  createThread,
  getThread,
  postMessage,
  search,
  serviceStatus,
  reindex,
];

/** Routes that answer bytes, text or a socket. */
export const rawRoutes: readonly RawRoute[] = [putAssetContent, getAssetContent, getAssetText, threadEvents];
