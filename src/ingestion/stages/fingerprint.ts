import { ExtractionError } from "../../domain/extraction-error.ts";
import type { AssetRow } from "../../storage/d1/assets/assets.ts";
import { fingerprint as fingerprintOf } from "../asset-source.ts";
import type { Stage } from "../pipeline-run.ts";
import { smallSource } from "../small-document.ts";

const OTHER_BYTES = "The bytes that arrived are not those whose SHA-256 was announced. Upload the file again.";

/** SHA-256 of the stored bytes, which must be those that were announced. A small file is kept at hand. */
export const fingerprint: Stage = {
  name: "fingerprint",
  deadline: { ms: 240_000, name: "Reading the stored file" },
  lanes: ["worker", "memory", "steps"],
  run: async (run, asset) => {
    const { bucket } = run.deps;
    if (run.lane !== "memory") {
      // An attempt that follows another may follow a power cut: what was read before it may not be there any more.
      const { sha256: kept, attempts, text } = run.job;
      const known = kept !== null && (attempts <= 1 || text !== null) ? kept : await fingerprintOf(bucket, asset);
      requireAnnounced(asset, known);
      return { kept: { sha256: known } };
    }
    const { bytes, sha256 } = await smallSource(bucket, asset);
    requireAnnounced(asset, sha256);
    run.source = bytes;
    return { kept: { sha256 } };
  },
};

/** Of bytes that came at once the bucket has checked it; of those that came in parts nobody has. */
function requireAnnounced({ announcedSha256 }: AssetRow, sha256: string): void {
  if (announcedSha256 !== "" && announcedSha256 !== sha256) throw new ExtractionError(OTHER_BYTES);
}
