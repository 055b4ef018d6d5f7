/**
 * What `npm test` leaves to `.ci/run`, as patterns for vitest: what takes minutes of computing, since it says of every call, row, caller or
 * damage what shorter tests say of some, or starts a service for itself.
 */
export const LONG_TESTS = [
  // Many tries: histories, models, matrices.
  "test/exhaustive/**",
  // Pipelines that end at one call after the other.
  "test/worker/ingestion/*-crash.test.ts",
  // Rows, texts and collections by the thousand, and how every statement finds them.
  "test/worker/service/{import-large,rows-read,scale-budgets,statement-plans}.test.ts",
  "test/worker/collections/{listing-ranks,listing-scale}.test.ts",
  "test/worker/users/merge-statements.test.ts",
  "test/worker/{service/purge-budgets,threads/knowledge-plans}.test.ts",
  // Each place in which a frame may name something; each way to a thread, for keys that hold less than it.
  "test/worker/room/named.test.ts",
  "test/security/keys-narrow-conversations.test.ts",
  // Each operation with each kind of wrong request, and by each kind of caller and key.
  "test/worker/service/contract-{access,protocol}.test.ts",
  "test/worker/users/api-key-access.test.ts",
  "test/security/answers-are-not-kept.test.ts",
  // Formats read a second time, this time to be asked about; what is made of them beside the text.
  "test/worker/ingestion/{artifacts,ask-formats}.test.ts",
  // Archives, parts of uploads and places of passages, each in all of its ways.
  "test/worker/assets/{put-multipart-part,search-many-assets}.test.ts",
  "test/worker/service/{copy-map,export-organization}.test.ts",
  // Vectors of models and of sentences, and what full-text tables weigh.
  "test/worker/index/{embedding-models,segments,sentence-vectors}.test.ts",
  // Each way in which an archive can lie.
  "test/worker/service/import-{broken,hostile}.test.ts",
  // Texts, connections and servers made to harm their reader.
  "test/security/{large-bytes-let-others-in,pdf-budgets,pipeline-deadlines,search-among-strangers,tree-flood,unread-replays}.test.ts",
  "test/security/unit/foreign-text.test.ts",
  "test/unit/hostile-providers.test.ts",
  // Accounts, archives, crawls, indexes and rooms that end at one step after the other, or with much in them.
  "test/worker/collections/{open-crawl-events,subtree-lists}.test.ts",
  "test/worker/index/slices.test.ts",
  "test/worker/room/{campaigns,hanging,progress,typing-ends}.test.ts",
  "test/worker/service/import-organization.test.ts",
  "test/worker/users/delete-user.test.ts",
  // Whole evaluations.
  "test/unit/{eval-fit,eval-proof,eval-sample}.test.ts",
  // The client's types made anew.
  "test/unit/client-package.test.ts",
  // Archives by the dozen members, and the same bytes in each state that they can be in.
  "test/worker/ingestion/{lanes,same-bytes,unpack}.test.ts",
  // The service under SIGKILL at one call after the other, or beside files made to harm it; uploads and evaluations.
  "test/e2e/{client-upload,eval,hostile-documents,power-cut,processor}.test.ts",
  // A service of its own, and often one after the other: ends of all kinds, other settings, other models, and attacks from the network.
  "test/e2e/{artifacts,client,demo,import,start-and-end,start-refusals}.test.ts",
  "test/e2e/{built-worker,sandbox-lane,front-door,refused-bodies}.test.ts",
  "test/e2e/{chat-streams,embedding-model,enhance-prompt,language-model,model-keys,quotas,remote-issuer,several-models,stopped-answers}.test.ts",
  "test/e2e/{command-line,command-line-crawl,command-line-usage}.test.ts",
  // Journeys that wait for sites, receivers, networks and the cron run.
  "test/e2e/{client-network,company-life,crawl-limits,crawl-sites,mcp,rate-limits-off,refresh,webhooks}.test.ts",
  "test/security/service/**",
] as const;
