/**
 * Codes of failures, for translation and for advice to users. Each groups sentences with the same remedy.
 */
export const FAILURE_CODES = [
  "no_text",
  "password",
  "copy_protected",
  "not_allowed",
  "unsupported_type",
  "wrong_encoding",
  "too_large",
  "too_complex",
  "damaged",
  "upload_again",
  "page_unreachable",
  "timeout",
  "no_processor",
  "processor",
  "interrupted",
  "not_deployed",
  "unreadable",
  "other",
] as const;
export type FailureCode = (typeof FAILURE_CODES)[number];

/**
 * Fragments of the service's own sentences, the first match first. A test holds that each sentence with which
 * processing fails has a fragment here.
 */
const FRAGMENTS: readonly (readonly [FailureCode, readonly string[]])[] = [
  ["password", ["protected by a password", "is encrypted"]],
  ["copy_protected", ["protected against copying"]],
  ["upload_again", ["differs from the announced one", "stored bytes of this file are damaged"]],
  ["not_deployed", ["sandbox is not deployed", "has no public network"]],
  ["no_processor", ["No processor finished"]],
  ["processor", ["The processor could not", "The processor's text"]],
  ["timeout", ["took longer than", "did not arrive within"]],
  [
    "not_allowed",
    [
      "robots.txt does not allow",
      "denies public access",
      "disallowed address",
      "may not create a collection",
      "crawl of this site was stopped",
      "The address ",
    ],
  ],
  [
    "page_unreachable",
    [
      "could not reach the page",
      "The page arrived incomplete",
      "There is no ",
      "The site answered",
      "The page redirects",
      "content encoding",
      "robots.txt",
    ],
  ],
  ["no_text", ["no text", "no readable text", "is empty.", "has no files", "without a letter"]],
  [
    "unsupported_type",
    [
      "The service cannot read ",
      "cannot unpack",
      "does not unpack",
      "document type definition",
      "unsupported compression",
      "cannot be an archive",
    ],
  ],
  ["wrong_encoding", ["must be in UTF-8", "is declared as text"]],
  ["too_complex", ["nest", "too many p", "take too long", "compression ratio"]],
  ["too_large", ["larger than", "too large", "Split it and upload the parts", "more than"]],
  ["damaged", ["is damaged", "leads outside"]],
  ["interrupted", ["sandbox stopped", "could not process this file in", "arrived incomplete"]],
  ["unreadable", ["could not read this file"]],
];

/** The code of a failure's sentence. "" without a failure, `other` for sentences of processors and imports. */
export function failureCodeOf(reason: string): FailureCode | "" {
  if (reason === "") return "";
  const found = FRAGMENTS.find(([, fragments]) => fragments.some((fragment) => reason.includes(fragment)));
  return found?.[0] ?? "other";
}
