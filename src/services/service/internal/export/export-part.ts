import {
  BYTES_PER_PART,
  type ExportManifest,
  MISSING_NAMED,
  READS_PER_PART,
} from "../../../../domain/export-format.ts";
import type { Id } from "../../../../domain/ids.ts";

/** Budget of one part of an archive. */
export interface ExportPart {
  /**
   * Deducts the amount if it fits the budget. The first call always fits, so that every part makes progress.
   */
  readonly take: (reads: number, bytes: number) => boolean;
  readonly count: (what: string, added?: number) => void;
  readonly miss: (assetId: Id<"asset">, file: string) => void;
  readonly counted: () => Pick<ExportManifest, "counts" | "missing">;
}

export function createPart(): ExportPart {
  let [reads, bytes] = [READS_PER_PART, BYTES_PER_PART];
  let isBegun = false;
  const counts = new Map<string, number>();
  const missing: ExportManifest["missing"] = [];
  const count = (what: string, added = 1): void => void counts.set(what, (counts.get(what) ?? 0) + added);
  return {
    take: (ofReads, ofBytes) => {
      if (isBegun && (ofReads > reads || ofBytes > bytes)) return false;
      isBegun = true;
      reads -= ofReads;
      bytes -= ofBytes;
      return true;
    },
    count,
    miss: (assetId, file) => {
      count("missing");
      if (missing.length < MISSING_NAMED) missing.push({ assetId, file });
    },
    counted: () => ({ counts: Object.fromEntries(counts), missing }),
  };
}
