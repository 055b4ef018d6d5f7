import type { VNode } from "preact";
import { Button } from "../../../parts/button/button.tsx";
import { t } from "../../../words/t.ts";

export const RECORDS_PER_PAGE = 50;

/** Leads through the pages of a list whose newest records come first. */
export function Pager({
  page,
  count,
  isTruncated,
  onPage,
}: {
  page: number;
  count: number;
  /** Whether more records exist than the service counted. */
  isTruncated: boolean;
  onPage: (page: number) => void;
}): VNode | null {
  if (count === 0) return null;
  const from = page * RECORDS_PER_PAGE + 1;
  const to = Math.min(count, from + RECORDS_PER_PAGE - 1);
  return (
    <p class="row small">
      <span class="grow muted numbers" role="status">
        {t(isTruncated ? "organization.pageMore" : "organization.page", { from, to, count })}
      </span>
      <Button size="small" disabled={page === 0} onClick={() => onPage(page - 1)}>
        {t("organization.newer")}
      </Button>
      <Button size="small" disabled={to >= count} onClick={() => onPage(page + 1)}>
        {t("organization.older")}
      </Button>
    </p>
  );
}
