import { formatList } from "./formats.ts";
import { t } from "./t.ts";

/** "1 collection, 2 documents and 0 threads" */
export function countedRecords({
  collections,
  assets,
  threads,
}: Readonly<Record<"collections" | "assets" | "threads", number>>): string {
  return formatList([
    t("count.collections", { count: collections }),
    t("count.documents", { count: assets }),
    t("count.threads", { count: threads }),
  ]);
}
