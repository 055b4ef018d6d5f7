/** The package's entry point. */
export type { Answer, FinalAnswer, AnswerCitation } from "./answer-text.ts";
export { Answers, type AnswerVersions, type Rating } from "./answers.ts";
export { type ApiKey, ApiKeys, type ApiKeyTerms, type NewApiKey } from "./api-keys.ts";
export type { AnsweredQuestion } from "./ask-question.ts";
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
export type { TokenSource } from "./credential.ts";
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
} from "./frames.ts";
export type { CrawlProgress } from "./follow-crawl.ts";
export { type Identifier, idFromBytes, idToBytes, newId } from "./identifiers.ts";
export type { Heartbeat, WebSocketConstructor, WebSocketLike } from "./live-socket.ts";
export type { AnswerOf, Caller, Method, PathOf, RequestInput, Schemas } from "./operation-types.ts";
export { type Locator, formatLocator } from "./format-locator.ts";
export type { Acknowledgement, OutboxLimits } from "./outbox.ts";
export type { Fetch } from "./requests.ts";
export type { Retry } from "./retry.ts";
export { ThreadConnection } from "./thread-connection.ts";
export type { ThreadOptions } from "./thread-options.ts";
export type { NamedFile, UploadedFile, UploadFilesOptions, UploadProgress } from "./upload-files.ts";
export type { UploadOptions } from "./upload.ts";
export type { CollectionNode, Profile, Workspace } from "./workspace.ts";
