import type { Operation } from "./operation.ts";
import type { RawRoute } from "./register.ts";
import { getAssetContentRoute } from "./routes/assets/get-asset-content.ts";
import { putAssetContentRoute } from "./routes/assets/put-asset-content.ts";
import { getAssetArtifactRoute } from "./routes/assets/get-asset-artifact.ts";
import { getAssetDownloadOperation } from "./routes/assets/get-asset-download.ts";
import { createVersionOperation } from "./routes/assets/create-version.ts";
import { listVersionsOperation } from "./routes/assets/list-versions.ts";
import { getAssetTextRoute } from "./routes/assets/get-asset-text.ts";
import { syncUserOperation } from "./routes/users/sync-user.ts";
import { claimInvitationOperation } from "./routes/sharing/claim-invitation.ts";
import { openInvitationOperation } from "./routes/sharing/open-invitation.ts";
import { getCollectionTreeOperation } from "./routes/users/get-collection-tree.ts";
import { putAssetArtifactRoute } from "./routes/assets/put-asset-artifact.ts";
import { updateAssetStatusOperation } from "./routes/assets/update-asset-status.ts";
import { crawlUrlOperation } from "./routes/assets/crawl-url.ts";
import { listProcessingAssetsOperation } from "./routes/assets/list-processing-assets.ts";
import { createAssetOperation } from "./routes/assets/create-asset.ts";
import { completeMultipartUploadOperation } from "./routes/assets/complete-multipart-upload.ts";
import { createMultipartUploadOperation } from "./routes/assets/create-multipart-upload.ts";
import { deleteMultipartUploadOperation } from "./routes/assets/delete-multipart-upload.ts";
import { getMultipartUploadOperation } from "./routes/assets/get-multipart-upload.ts";
import { putMultipartPartRoute } from "./routes/assets/put-multipart-part.ts";
import { createAssetsOperation } from "./routes/assets/create-assets.ts";
import { createThreadOperation } from "./routes/threads/create-thread.ts";
import { createCollectionOperation } from "./routes/collections/create-collection.ts";
import { endThreadLinkOperation } from "./routes/threads/end-thread-link.ts";
import { validateIdentifiersOperation } from "./routes/service/validate-identifiers.ts";
import { getHomeRoute } from "./routes/service/get-home.ts";
import { deleteUserOperation } from "./routes/users/delete-user.ts";
import { restoreUserOperation } from "./routes/users/restore-user.ts";
import { describeRecordsOperation } from "./routes/service/describe-records.ts";
import { describeThreadEventsOperation } from "./routes/service/describe-thread-events.ts";
import { getAssetOperation } from "./routes/assets/get-asset.ts";
import { listAssetPlacesOperation } from "./routes/assets/list-asset-places.ts";
import { getThreadOperation } from "./routes/threads/get-thread.ts";
import { getCollectionOperation } from "./routes/collections/get-collection.ts";
import { createDiagnosticOperation } from "./routes/service/create-diagnostic.ts";
import { getDiagnosticOperation } from "./routes/service/get-diagnostic.ts";
import { getDiagnosticContentOperation } from "./routes/service/get-diagnostic-content.ts";
import { listJobsOperation } from "./routes/service/list-jobs.ts";
import { linkAssetsOperation } from "./routes/collections/link-assets.ts";
import { linkThreadsOperation } from "./routes/collections/link-threads.ts";
import { healMissingUserSnapshotsOperation } from "./routes/users/heal-missing-user-snapshots.ts";
import { orderHealingOfUserSnapshotsOperation } from "./routes/users/order-healing-of-user-snapshots.ts";
import { listCollectionAssetsOperation } from "./routes/collections/list-collection-assets.ts";
import { listCollectionThreadsOperation } from "./routes/collections/list-collection-threads.ts";
import { explainAccessOperation } from "./routes/sharing/explain-access.ts";
import { serveMcpRoute } from "./routes/service/serve-mcp.ts";
import { getProtectedResourceRoute } from "./routes/service/get-protected-resource.ts";
import { getProtectedResourceOfMcpRoute } from "./routes/service/get-protected-resource-of-mcp.ts";
import { completeChatRoute } from "./routes/threads/complete-chat.ts";
import { createResponseRoute } from "./routes/threads/create-response.ts";
import { getChatModelRoute } from "./routes/threads/get-chat-model.ts";
import { listChatModelsRoute } from "./routes/threads/list-chat-models.ts";
import { checkCitationOperation } from "./routes/threads/check-citation.ts";
import { checkCitationsOperation } from "./routes/threads/check-citations.ts";
import { getImportOperation } from "./routes/service/get-import.ts";
import { importOrganizationOperation } from "./routes/service/import-organization.ts";
import { exportOrganizationRoute } from "./routes/service/export-organization.ts";
import { exportUserRoute } from "./routes/users/export-user.ts";
import { listOrganizationEventsOperation } from "./routes/service/list-organization-events.ts";
import { getLivenessRoute } from "./routes/service/get-liveness.ts";
import { getReadinessRoute } from "./routes/service/get-readiness.ts";
import { getMetricsRoute } from "./routes/service/get-metrics.ts";
import { getOrganizationUsageOperation } from "./routes/service/get-organization-usage.ts";
import { listRecentThreadsOperation } from "./routes/threads/list-recent-threads.ts";
import { listCollectionAccessOperation } from "./routes/sharing/list-collection-access.ts";
import { listOwnLinksOperation } from "./routes/sharing/list-own-links.ts";
import { listRecentAssetsOperation } from "./routes/assets/list-recent-assets.ts";
import { mergeUsersOperation } from "./routes/users/merge-users.ts";
import { modifyCollectionPermissionsOperation } from "./routes/sharing/modify-collection-permissions.ts";
import { moveAssetsOperation } from "./routes/collections/move-assets.ts";
import { moveThreadsOperation } from "./routes/collections/move-threads.ts";
import { moveCollectionOperation } from "./routes/collections/move-collection.ts";
import { notifyUploadedOperation } from "./routes/assets/notify-uploaded.ts";
import { getOpenApiDocumentRoute } from "./routes/service/get-open-api-document.ts";
import { postMessageOperation } from "./routes/threads/post-message.ts";
import { getReferencePageRoute } from "./routes/service/get-reference-page.ts";
import { reindexOrganizationOperation } from "./routes/service/reindex-organization.ts";
import { releaseJobsOperation } from "./routes/service/release-jobs.ts";
import { repairMissingUserDataOperation } from "./routes/users/repair-missing-user-data.ts";
import { revokeInvitationOperation } from "./routes/sharing/revoke-invitation.ts";
import { searchAssetsOperation } from "./routes/assets/search-assets.ts";
import { enhancePromptOperation } from "./routes/search/enhance-prompt.ts";
import { searchPassagesOperation } from "./routes/search/search-passages.ts";
import { shareCollectionsOperation } from "./routes/sharing/share-collections.ts";
import { shareThreadOperation } from "./routes/threads/share-thread.ts";
import { getStatusOperation } from "./routes/service/get-status.ts";
import { checkDeletionOperation } from "./routes/collections/check-deletion.ts";
import { deleteCollectionsOperation } from "./routes/collections/delete-collections.ts";
import { getCrawlOperation } from "./routes/collections/get-crawl.ts";
import { openCrawlEventsRoute } from "./routes/collections/open-crawl-events.ts";
import { stopCrawlOperation } from "./routes/collections/stop-crawl.ts";
import { getDeletionOperation } from "./routes/collections/get-deletion.ts";
import { refreshAssetOperation } from "./routes/assets/refresh-asset.ts";
import { reprocessAssetOperation } from "./routes/assets/reprocess-asset.ts";
import { restoreAssetsOperation } from "./routes/assets/restore-assets.ts";
import { tombstoneAssetsOperation } from "./routes/assets/tombstone-assets.ts";
import { restoreThreadsOperation } from "./routes/threads/restore-threads.ts";
import { searchThreadsOperation } from "./routes/threads/search-threads.ts";
import { tombstoneThreadsOperation } from "./routes/threads/tombstone-threads.ts";
import { askAgainOperation } from "./routes/threads/ask-again.ts";
import { listAnswersOperation } from "./routes/threads/list-answers.ts";
import { listFeedbackOperation } from "./routes/threads/list-feedback.ts";
import { rateAnswerOperation } from "./routes/threads/rate-answer.ts";
import { chooseAnswerOperation } from "./routes/threads/choose-answer.ts";
import { stopAnswerOperation } from "./routes/threads/stop-answer.ts";
import { openThreadEventsRoute } from "./routes/threads/open-thread-events.ts";
import { unlinkAssetsOperation } from "./routes/collections/unlink-assets.ts";
import { unlinkThreadsOperation } from "./routes/collections/unlink-threads.ts";
import { createWebhookOperation } from "./routes/webhooks/create-webhook.ts";
import { deleteWebhookOperation } from "./routes/webhooks/delete-webhook.ts";
import { listDeliveriesOperation } from "./routes/webhooks/list-deliveries.ts";
import { deleteModelKeyOperation } from "./routes/service/delete-model-key.ts";
import { listAnswerModelsOperation } from "./routes/service/list-answer-models.ts";
import { listModelKeysOperation } from "./routes/service/list-model-keys.ts";
import { setModelKeyOperation } from "./routes/service/set-model-key.ts";
import { listWebhooksOperation } from "./routes/webhooks/list-webhooks.ts";
import { replayWebhookOperation } from "./routes/webhooks/replay-webhook.ts";
import { rotateWebhookOperation } from "./routes/webhooks/rotate-webhook.ts";
import { createApiKeyOperation } from "./routes/users/create-api-key.ts";
import { listApiKeysOperation } from "./routes/users/list-api-keys.ts";
import { revokeApiKeyOperation } from "./routes/users/revoke-api-key.ts";
import { signInOnceOperation } from "./routes/users/sign-in-once.ts";
import { getSessionOperation } from "./routes/users/get-session.ts";
import { listSessionsOperation } from "./routes/users/list-sessions.ts";
import { revokeSessionOperation } from "./routes/users/revoke-session.ts";
import { revokeSessionsOperation } from "./routes/users/revoke-sessions.ts";
import { listSignInIssuersOperation } from "./routes/users/list-sign-in-issuers.ts";
import { startSignInRoute } from "./routes/users/start-sign-in.ts";
import { finishSignInRoute } from "./routes/users/finish-sign-in.ts";
import { endSessionOperation } from "./routes/users/end-session.ts";
import { createDeviceOperation } from "./routes/users/create-device.ts";
import { listChangesOperation } from "./routes/users/list-changes.ts";
import { listUsersOperation } from "./routes/users/list-users.ts";
import { searchUsersOperation } from "./routes/users/search-users.ts";
import { updateAssetOperation } from "./routes/assets/update-asset.ts";
import { updateCollectionOperation } from "./routes/collections/update-collection.ts";
import { updateOrganizationOperation } from "./routes/users/update-organization.ts";
import { updateThreadOperation } from "./routes/threads/update-thread.ts";

/** All operations of the service. An operation in this list is served. */
export const operations: readonly Operation[] = [
  syncUserOperation,
  signInOnceOperation,
  getSessionOperation,
  listSignInIssuersOperation,
  endSessionOperation,
  listSessionsOperation,
  revokeSessionOperation,
  revokeSessionsOperation,
  mergeUsersOperation,
  getCollectionTreeOperation,
  searchUsersOperation,
  createDeviceOperation,
  listChangesOperation,
  listUsersOperation,
  createApiKeyOperation,
  listApiKeysOperation,
  revokeApiKeyOperation,
  createCollectionOperation,
  getCollectionOperation,
  updateCollectionOperation,
  moveCollectionOperation,
  listCollectionAssetsOperation,
  listCollectionThreadsOperation,
  listRecentAssetsOperation,
  searchAssetsOperation,
  linkAssetsOperation,
  linkThreadsOperation,
  unlinkAssetsOperation,
  unlinkThreadsOperation,
  moveAssetsOperation,
  moveThreadsOperation,
  deleteCollectionsOperation,
  getDeletionOperation,
  getCrawlOperation,
  stopCrawlOperation,
  checkDeletionOperation,
  shareCollectionsOperation,
  openInvitationOperation,
  claimInvitationOperation,
  revokeInvitationOperation,
  modifyCollectionPermissionsOperation,
  listCollectionAccessOperation,
  listOwnLinksOperation,
  explainAccessOperation,
  createAssetOperation,
  createAssetsOperation,
  createMultipartUploadOperation,
  getMultipartUploadOperation,
  completeMultipartUploadOperation,
  deleteMultipartUploadOperation,
  notifyUploadedOperation,
  getAssetOperation,
  getAssetDownloadOperation,
  createVersionOperation,
  listVersionsOperation,
  listAssetPlacesOperation,
  updateAssetOperation,
  crawlUrlOperation,
  updateAssetStatusOperation,
  listProcessingAssetsOperation,
  tombstoneAssetsOperation,
  reprocessAssetOperation,
  refreshAssetOperation,
  restoreAssetsOperation,
  createThreadOperation,
  listRecentThreadsOperation,
  getThreadOperation,
  checkCitationOperation,
  checkCitationsOperation,
  postMessageOperation,
  updateThreadOperation,
  shareThreadOperation,
  endThreadLinkOperation,
  stopAnswerOperation,
  askAgainOperation,
  chooseAnswerOperation,
  listAnswersOperation,
  rateAnswerOperation,
  listFeedbackOperation,
  tombstoneThreadsOperation,
  restoreThreadsOperation,
  searchThreadsOperation,
  searchPassagesOperation,
  enhancePromptOperation,
  listOrganizationEventsOperation,
  getOrganizationUsageOperation,
  importOrganizationOperation,
  getImportOperation,
  listAnswerModelsOperation,
  listModelKeysOperation,
  setModelKeyOperation,
  deleteModelKeyOperation,
  createWebhookOperation,
  listWebhooksOperation,
  deleteWebhookOperation,
  rotateWebhookOperation,
  replayWebhookOperation,
  listDeliveriesOperation,
  updateOrganizationOperation,
  deleteUserOperation,
  restoreUserOperation,
  getStatusOperation,
  reindexOrganizationOperation,
  createDiagnosticOperation,
  getDiagnosticOperation,
  getDiagnosticContentOperation,
  listJobsOperation,
  releaseJobsOperation,
  healMissingUserSnapshotsOperation,
  orderHealingOfUserSnapshotsOperation,
  repairMissingUserDataOperation,
  describeThreadEventsOperation,
  describeRecordsOperation,
  validateIdentifiersOperation,
];

/** Routes that respond with bytes, text or a socket. */
export const rawRoutes: readonly RawRoute[] = [
  putAssetContentRoute,
  putMultipartPartRoute,
  getAssetContentRoute,
  getAssetTextRoute,
  getAssetArtifactRoute,
  putAssetArtifactRoute,
  openThreadEventsRoute,
  openCrawlEventsRoute,
  completeChatRoute,
  createResponseRoute,
  listChatModelsRoute,
  getChatModelRoute,
  exportOrganizationRoute,
  exportUserRoute,
  startSignInRoute,
  finishSignInRoute,
  serveMcpRoute,
  getProtectedResourceRoute,
  getProtectedResourceOfMcpRoute,
  getLivenessRoute,
  getReadinessRoute,
  getMetricsRoute,
  getHomeRoute,
  getOpenApiDocumentRoute,
  getReferencePageRoute,
];
