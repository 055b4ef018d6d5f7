import type { Operation } from "./operation.ts";
import type { RawRoute } from "./register.ts";
import { getAssetContent } from "./routes/assets/get-asset-content.ts";
import { putAssetContent } from "./routes/assets/put-asset-content.ts";
import { getAssetArtifact } from "./routes/assets/get-asset-artifact.ts";
import { getAssetText } from "./routes/assets/get-asset-text.ts";
import { authSync } from "./routes/users/sync-user.ts";
import { claimInvitation } from "./routes/sharing/claim-invitation.ts";
import { openInvitation } from "./routes/sharing/open-invitation.ts";
import { collectionTree } from "./routes/users/get-collection-tree.ts";
import { assetArtifact } from "./routes/assets/put-asset-artifact.ts";
import { assetStatus } from "./routes/assets/update-asset-status.ts";
import { crawlUrl } from "./routes/assets/crawl-url.ts";
import { processingAssets } from "./routes/assets/list-processing-assets.ts";
import { createAsset } from "./routes/assets/create-asset.ts";
import { completeMultipartUpload } from "./routes/assets/complete-multipart-upload.ts";
import { createMultipartUpload } from "./routes/assets/create-multipart-upload.ts";
import { deleteMultipartUpload } from "./routes/assets/delete-multipart-upload.ts";
import { getMultipartUpload } from "./routes/assets/get-multipart-upload.ts";
import { putMultipartPart } from "./routes/assets/put-multipart-part.ts";
import { createAssets } from "./routes/assets/create-assets.ts";
import { createThread } from "./routes/threads/create-thread.ts";
import { createCollection } from "./routes/collections/create-collection.ts";
import { endThreadLink } from "./routes/threads/end-thread-link.ts";
import { genIdsValidate } from "./routes/service/validate-identifiers.ts";
import { home } from "./routes/service/get-home.ts";
import { deleteUser } from "./routes/users/delete-user.ts";
import { restoreUser } from "./routes/users/restore-user.ts";
import { describeRecords } from "./routes/service/describe-records.ts";
import { genThreads } from "./routes/service/describe-thread-events.ts";
import { getAsset } from "./routes/assets/get-asset.ts";
import { getThread } from "./routes/threads/get-thread.ts";
import { getCollection } from "./routes/collections/get-collection.ts";
import { createDiagnostic } from "./routes/service/create-diagnostic.ts";
import { getDiagnostic } from "./routes/service/get-diagnostic.ts";
import { getDiagnosticContent } from "./routes/service/get-diagnostic-content.ts";
import { listJobs } from "./routes/service/list-jobs.ts";
import { linkAssets } from "./routes/collections/link-assets.ts";
import { linkThreads } from "./routes/collections/link-threads.ts";
import { healSnapshots } from "./routes/users/heal-missing-user-snapshots.ts";
import { orderHealing } from "./routes/users/order-healing-of-user-snapshots.ts";
import { listCollectionAssets } from "./routes/collections/list-collection-assets.ts";
import { listCollectionThreads } from "./routes/collections/list-collection-threads.ts";
import { explainAccess } from "./routes/sharing/explain-access.ts";
import { serveMcp } from "./routes/service/serve-mcp.ts";
import { getProtectedResource } from "./routes/service/get-protected-resource.ts";
import { getProtectedResourceOfMcp } from "./routes/service/get-protected-resource-of-mcp.ts";
import { completeChat } from "./routes/threads/complete-chat.ts";
import { getChatModel } from "./routes/threads/get-chat-model.ts";
import { listChatModels } from "./routes/threads/list-chat-models.ts";
import { checkCitation } from "./routes/threads/check-citation.ts";
import { getImport } from "./routes/service/get-import.ts";
import { importOrganization } from "./routes/service/import-organization.ts";
import { exportOrganization } from "./routes/service/export-organization.ts";
import { exportUser } from "./routes/users/export-user.ts";
import { listOrganizationEvents } from "./routes/service/list-organization-events.ts";
import { getMetrics } from "./routes/service/get-metrics.ts";
import { getOrganizationUsage } from "./routes/service/get-organization-usage.ts";
import { listRecentThreads } from "./routes/threads/list-recent-threads.ts";
import { listCollectionAccess } from "./routes/sharing/list-collection-access.ts";
import { listRecentAssets } from "./routes/assets/list-recent-assets.ts";
import { mergeUsers } from "./routes/users/merge-users.ts";
import { modifyPermissions } from "./routes/sharing/modify-collection-permissions.ts";
import { moveCollection } from "./routes/collections/move-collection.ts";
import { notifyUploaded } from "./routes/assets/notify-uploaded.ts";
import { openApiRoute } from "./routes/service/get-open-api-document.ts";
import { postMessage } from "./routes/threads/post-message.ts";
import { referenceRoute } from "./routes/service/get-reference-page.ts";
import { reindex } from "./routes/service/reindex-organization.ts";
import { releaseJobs } from "./routes/service/release-jobs.ts";
import { repairUsers } from "./routes/users/repair-missing-user-data.ts";
import { revokeInvitation } from "./routes/sharing/revoke-invitation.ts";
import { searchAssets } from "./routes/assets/search-assets.ts";
import { enhancePrompt } from "./routes/search/enhance-prompt.ts";
import { search } from "./routes/search/search-passages.ts";
import { shareCollections } from "./routes/sharing/share-collections.ts";
import { shareThread } from "./routes/threads/share-thread.ts";
import { serviceStatus } from "./routes/service/get-status.ts";
import { checkDeletion } from "./routes/collections/check-deletion.ts";
import { deleteCollections } from "./routes/collections/delete-collections.ts";
import { getCrawl } from "./routes/collections/get-crawl.ts";
import { openCrawlEvents } from "./routes/collections/open-crawl-events.ts";
import { stopCrawl } from "./routes/collections/stop-crawl.ts";
import { getDeletion } from "./routes/collections/get-deletion.ts";
import { refreshAsset } from "./routes/assets/refresh-asset.ts";
import { reprocessAsset } from "./routes/assets/reprocess-asset.ts";
import { restoreAssets } from "./routes/assets/restore-assets.ts";
import { tombstoneAssets } from "./routes/assets/tombstone-assets.ts";
import { restoreThreads } from "./routes/threads/restore-threads.ts";
import { tombstoneThreads } from "./routes/threads/tombstone-threads.ts";
import { askAgain } from "./routes/threads/ask-again.ts";
import { listAnswers } from "./routes/threads/list-answers.ts";
import { listFeedback } from "./routes/threads/list-feedback.ts";
import { rateAnswer } from "./routes/threads/rate-answer.ts";
import { chooseAnswer } from "./routes/threads/choose-answer.ts";
import { stopAnswer } from "./routes/threads/stop-answer.ts";
import { threadEvents } from "./routes/threads/open-thread-events.ts";
import { unlinkAssets } from "./routes/collections/unlink-assets.ts";
import { unlinkThreads } from "./routes/collections/unlink-threads.ts";
import { createWebhook } from "./routes/webhooks/create-webhook.ts";
import { deleteWebhook } from "./routes/webhooks/delete-webhook.ts";
import { listDeliveries } from "./routes/webhooks/list-deliveries.ts";
import { deleteModelKey } from "./routes/service/delete-model-key.ts";
import { listModelKeys } from "./routes/service/list-model-keys.ts";
import { setModelKey } from "./routes/service/set-model-key.ts";
import { listWebhooks } from "./routes/webhooks/list-webhooks.ts";
import { replayWebhook } from "./routes/webhooks/replay-webhook.ts";
import { rotateWebhook } from "./routes/webhooks/rotate-webhook.ts";
import { createApiKey } from "./routes/users/create-api-key.ts";
import { listApiKeys } from "./routes/users/list-api-keys.ts";
import { revokeApiKey } from "./routes/users/revoke-api-key.ts";
import { createDevice } from "./routes/users/create-device.ts";
import { updateAsset } from "./routes/assets/update-asset.ts";
import { updateCollection } from "./routes/collections/update-collection.ts";
import { updateOrganization } from "./routes/users/update-organization.ts";
import { updateThread } from "./routes/threads/update-thread.ts";

/** Every operation of the service; one exists when its object stands here. */
export const operations: readonly Operation[] = [
  authSync,
  mergeUsers,
  collectionTree,
  createDevice,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  createCollection,
  getCollection,
  updateCollection,
  moveCollection,
  listCollectionAssets,
  listCollectionThreads,
  listRecentAssets,
  searchAssets,
  linkAssets,
  linkThreads,
  unlinkAssets,
  unlinkThreads,
  deleteCollections,
  getDeletion,
  getCrawl,
  stopCrawl,
  checkDeletion,
  shareCollections,
  openInvitation,
  claimInvitation,
  revokeInvitation,
  modifyPermissions,
  listCollectionAccess,
  explainAccess,
  createAsset,
  createAssets,
  createMultipartUpload,
  getMultipartUpload,
  completeMultipartUpload,
  deleteMultipartUpload,
  notifyUploaded,
  getAsset,
  updateAsset,
  crawlUrl,
  assetStatus,
  processingAssets,
  tombstoneAssets,
  reprocessAsset,
  refreshAsset,
  restoreAssets,
  createThread,
  listRecentThreads,
  getThread,
  checkCitation,
  postMessage,
  updateThread,
  shareThread,
  endThreadLink,
  stopAnswer,
  askAgain,
  chooseAnswer,
  listAnswers,
  rateAnswer,
  listFeedback,
  tombstoneThreads,
  restoreThreads,
  search,
  enhancePrompt,
  listOrganizationEvents,
  getOrganizationUsage,
  importOrganization,
  getImport,
  listModelKeys,
  setModelKey,
  deleteModelKey,
  createWebhook,
  listWebhooks,
  deleteWebhook,
  rotateWebhook,
  replayWebhook,
  listDeliveries,
  updateOrganization,
  deleteUser,
  restoreUser,
  serviceStatus,
  reindex,
  createDiagnostic,
  getDiagnostic,
  getDiagnosticContent,
  listJobs,
  releaseJobs,
  healSnapshots,
  orderHealing,
  repairUsers,
  genThreads,
  describeRecords,
  genIdsValidate,
];

/** Routes that answer bytes, text or a socket. */
export const rawRoutes: readonly RawRoute[] = [
  putAssetContent,
  putMultipartPart,
  getAssetContent,
  getAssetText,
  getAssetArtifact,
  assetArtifact,
  threadEvents,
  openCrawlEvents,
  completeChat,
  listChatModels,
  getChatModel,
  exportOrganization,
  exportUser,
  serveMcp,
  getProtectedResource,
  getProtectedResourceOfMcp,
  getMetrics,
  home,
  openApiRoute,
  referenceRoute,
];
