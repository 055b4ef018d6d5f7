import { ExtractionError } from "../../domain/extraction-error.ts";
import type { AssetRow } from "../../storage/d1/assets/assets.ts";
import { hashSource as fingerprintOf } from "../source-bytes.ts";
import type { Stage } from "../pipeline-run.ts";
import { smallSource } from "../small-document.ts";

const OTHER_BYTES = "The file's SHA-256 differs from the announced one. Upload the file again.";

/**
 * Computes the SHA-256 of the stored bytes and compares it with the announced hash. Keeps a small file in
 * memory.
 */
export const fingerprint: Stage = {
  name: "fingerprint",
  deadline: { ms: 240_000, name: "Reading the stored file" },
  modes: ["delegated", "in_memory", "staged"],
  run: async (run, asset) => {
    const { bucket } = run.deps;
    if (run.mode !== "in_memory") {
      // A repeated attempt computes the hash again, because a power failure may have lost stored bytes.
      const { sha256: kept, attempts, text } = run.job;
      const known =
        kept !== null && (attempts <= 1 || text !== null) ? kept : await fingerprintOf(bucket, asset);
      requireAnnounced(asset, known);
      return { kept: { sha256: known } };
    }
    const { bytes, sha256 } = await smallSource(bucket, asset);
    requireAnnounced(asset, sha256);
    run.source = bytes;
    return { kept: { sha256 } };
  },
};

/**
 * Compares the hash with the announced one. R2 has checked it for single uploads, but not for multipart
 * uploads.
 */
function requireAnnounced({ announcedSha256 }: AssetRow, sha256: string): void {
  if (announcedSha256 !== "" && announcedSha256 !== sha256) throw new ExtractionError(OTHER_BYTES);
}
