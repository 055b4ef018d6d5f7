import type { AttributedSentence, SetFiles } from "./attributed-sentence.ts";
import { readFaithBench } from "./readers/read-faith-bench.ts";
import { readFoolMeTwice } from "./readers/read-fool-me-twice.ts";
import { readLfqa } from "./readers/read-lfqa.ts";
import { readSummEdits } from "./readers/read-summ-edits.ts";
import { readWice } from "./readers/read-wice.ts";

/** A public set of attributed answers. `files.tsv` lists its files with their hashes. */
export interface AttributedSet {
  readonly name: string;
  /** On GitHub: `owner/name`. */
  readonly repository: string;
  readonly commit: string;
  /** The license that the set declares. The project contains none of its files. */
  readonly license: string;
  readonly read: (files: SetFiles) => AttributedSentence[];
}

export const SETS: readonly AttributedSet[] = [
  {
    name: "wice",
    repository: "ryokamoi/wice",
    commit: "ddeb6c183665e2a20c5f03c5aa07f03888b9870f",
    license: "ODC-BY; texts of Wikipedia (CC BY-SA) and Common Crawl",
    read: readWice,
  },
  {
    name: "faithbench",
    repository: "vectara/FaithBench",
    commit: "cf89797d82812c23b5d5e5c121f1d9b8983bbbce",
    license: "CC BY-NC-SA 4.0",
    read: readFaithBench,
  },
  {
    name: "summedits",
    repository: "salesforce/factualNLG",
    commit: "0da1dfa62c783218d26208c1796d3a2605bec745",
    license: "Apache-2.0",
    read: readSummEdits,
  },
  {
    name: "lfqa",
    repository: "timchen0618/LFQA-Verification",
    commit: "4e905be93fbe919082d62faa77ee32c68e90237c",
    license: "none is told",
    read: readLfqa,
  },
  {
    name: "fool-me-twice",
    repository: "google-research/fool-me-twice",
    commit: "d9db753e5acf91c0d9bf543db327ab655661eb94",
    license: "Apache-2.0; texts of Wikipedia (CC BY-SA)",
    read: readFoolMeTwice,
  },
];
