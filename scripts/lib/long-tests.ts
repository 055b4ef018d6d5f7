/**
 * What `npm test` leaves to `.ci/run`, as patterns for vitest: what takes minutes of computing, since it says of every call, row, caller or
 * damage what shorter tests say of some.
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
  // Each operation with each kind of wrong request, and by each kind of caller and key.
  "test/worker/service/contract-{access,protocol}.test.ts",
  "test/worker/users/api-key-access.test.ts",
  "test/security/answers-are-not-kept.test.ts",
  // Each way in which an archive can lie.
  "test/worker/service/import-{broken,hostile}.test.ts",
  // The service under SIGKILL at one call after the other, or beside files made to harm it; uploads and evaluations.
  "test/e2e/{client-upload,eval,hostile-documents,power-cut,processor}.test.ts",
] as const;
