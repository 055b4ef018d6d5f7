/** The receipts of deletions for good. The service has no list of them, so this device keeps the last ones. */
import { keep, kept } from "./kept.ts";

export interface KeptReceipt {
  readonly id: string;
  /** The name of the deleted collection. */
  readonly label: string;
}

const MAX_KEPT = 50;

export function keepReceipt(userId: string, receipt: KeptReceipt): void {
  keep(userId, "receipts", [receipt, ...keptReceipts(userId)].slice(0, MAX_KEPT));
}

/** The newest first. */
export function keptReceipts(userId: string): readonly KeptReceipt[] {
  const found = kept(userId, "receipts");
  return Array.isArray(found) ? (found as KeptReceipt[]) : [];
}
