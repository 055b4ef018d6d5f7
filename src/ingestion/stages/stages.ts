import type { Stage } from "../pipeline-run.ts";
import { extract } from "./extract.ts";
import { fetchPage } from "./fetch-page.ts";
import { fingerprint } from "./fingerprint.ts";
import { handOver } from "./hand-over.ts";
import { indexText } from "./index-text.ts";
import { refreshPage } from "./refresh-page.ts";
import { settleCollections } from "./settle-collections.ts";
import { unpack } from "./unpack.ts";
import { summarize } from "./summarize.ts";

/** The stages in order; the mode selects from them. */
export const STAGES: readonly Stage[] = [
  fetchPage,
  refreshPage,
  fingerprint,
  handOver,
  extract,
  indexText,
  unpack,
  summarize,
  settleCollections,
];
