/** The package's entry point. */
export type { Answer, FinalAnswer, AnswerCitation } from "./answer-text.ts";
export { Answers, type AnswerVersions, type Rating } from "./answers.ts";
export { type ApiKey, ApiKeys, type ApiKeyTerms, type NewApiKey } from "./api-keys.ts";
export type { AnsweredQuestion, QuestionOptions } from "./ask-question.ts";
export { type CheckedCitation, checkCitations } from "./check-citations.ts";
export type { NamedCitation } from "./citations-of.ts";
export type { Asked, AskOptions } from "./ask.ts";
export type { ClientOptions, Grant, NewThread, SearchOptions } from "./client-options.ts";
export {
  type Account,
  createClient,
  type FoundPassage,
  KnowledgeClient,
  type Quotas,
  type Usage,
  type UsageQuery,
} from "./client.ts";
export type { Backoff } from "./backoff.ts";
export type { SessionSource, TokenSource } from "./credential.ts";
export { eachPage, type ListingPage, type PageQuery } from "./each-page.ts";
export { ApiError, type Closing, ConnectionClosed, FrameRefused } from "./errors.ts";
export type {
  ClientEvent,
  Draft,
  EventFrame,
  EventKind,
  Presence,
  PresentPerson,
  ResyncFrame,
  ThreadEvents,
  ThreadFrame,
  Verification,
} from "./frames.ts";
export type { CrawlProgress } from "./follow-crawl.ts";
export { type Identifier, idFromBytes, idToBytes, newId } from "./identifiers.ts";
export type { Heartbeat, WebSocketConstructor, WebSocketLike } from "./live-socket.ts";
export type { AnswerOf, Caller, Method, PathOf, RequestInput, Schemas } from "./operation-types.ts";
export { type AccessEffects, type Contact, type Download, Library, type Move } from "./library.ts";
export { type Locator, formatLocator } from "./format-locator.ts";
export type { Acknowledgement, OutboxLimits } from "./outbox.ts";
export type { BytesInput, Fetch } from "./requests.ts";
export type { Retry } from "./retry.ts";
export type { PassagePage } from "./search-passages.ts";
export { type DraftParts, splitDraft } from "./split-draft.ts";
export { ThreadConnection } from "./thread-connection.ts";
export type { ConnectionState, ThreadOptions } from "./thread-options.ts";
export { People, type Person } from "./people.ts";
export type { QueuedFile, QueuedState, QueuedUpload, UploadFailure } from "./queued-file.ts";
export type { UploadQueue } from "./upload-queue.ts";
export type { NamedFile, UploadedFile, UploadFilesOptions, UploadProgress } from "./upload-files.ts";
export { uploadVersion } from "./upload-version.ts";
export type { UploadOptions } from "./upload.ts";
export type { CollectionNode, Profile, Workspace } from "./workspace.ts";
