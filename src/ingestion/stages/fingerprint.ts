import { fingerprint as fingerprintOf } from "../asset-source.ts";
import type { Stage } from "../pipeline-run.ts";
import { smallSource } from "../small-document.ts";

/** SHA-256 of the stored bytes, which must be those that were announced. A small file is kept at hand. */
export const fingerprint: Stage = {
  name: "fingerprint",
  deadline: { ms: 240_000, name: "Reading the stored file" },
  lanes: ["worker", "memory", "steps"],
  run: async (run, asset) => {
    const { bucket } = run.deps;
    if (run.lane !== "memory") return { kept: { sha256: run.job.sha256 ?? (await fingerprintOf(bucket, asset)) } };
    const { bytes, sha256 } = await smallSource(bucket, asset);
    run.source = bytes;
    return { kept: { sha256 } };
  },
};
