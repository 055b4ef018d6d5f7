import type { Stage } from "../pipeline-run.ts";
import { extract } from "./extract.ts";
import { fetchPage } from "./fetch-page.ts";
import { fingerprint } from "./fingerprint.ts";
import { delegate } from "./delegate.ts";
import { indexText } from "./index-text.ts";
import { refreshPage } from "./refresh-page.ts";
import { replaceFile } from "./replace-file.ts";
import { reconcileMembership } from "./reconcile-membership.ts";
import { unpack } from "./unpack.ts";
import { summarize } from "./summarize.ts";

/** All stages in order. The mode selects the stages to run. */
export const STAGES: readonly Stage[] = [
  fetchPage,
  replaceFile,
  refreshPage,
  fingerprint,
  delegate,
  extract,
  indexText,
  unpack,
  summarize,
  reconcileMembership,
];
