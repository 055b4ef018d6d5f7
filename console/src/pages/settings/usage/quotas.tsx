import type { VNode } from "preact";
import type { DataOf } from "../../../data/client.ts";
import { Tag } from "../../../parts/tag/tag.tsx";
import { formatBytes, formatDateTime } from "../../../words/formats.ts";
import { t } from "../../../words/t.ts";

export type QuotaState = DataOf<"GET", "/v1/organizations/{organizationId}/usage">["quotas"][number];

/** From this share of a quota on, the page warns. */
const ALMOST = 0.8;

/** Today's and this month's usage in words, and a bar where a quota applies. */
export function Quotas({ states }: { states: readonly QuotaState[] }): VNode {
  return (
    <div class="quotas">
      {(["day", "month"] as const).map((period) => {
        const shown = states.filter((state) => state.period === period);
        const [first] = shown;
        return (
          <div key={period}>
            <h3>
              {t(`usage.${period}`)}
              {first !== undefined && (
                <span class="caption">
                  {" "}
                  {t("usage.until", { until: formatDateTime(new Date(first.resetsAt)) })}
                </span>
              )}
            </h3>
            <ul aria-label={t(`usage.${period}`)}>
              {shown.map((state) => (
                <Quota key={state.counter} state={state} />
              ))}
            </ul>
          </div>
        );
      })}
    </div>
  );
}

function Quota({ state: { period, counter, used, own, operators } }: { state: QuotaState }): VNode {
  const most = Math.min(own ?? Infinity, operators ?? Infinity);
  const isLimited = most !== Infinity;
  const written = { used: amount(counter, used), most: isLimited ? amount(counter, most) : "" };
  const isOperators = isLimited && most === operators && operators !== own;
  return (
    <li class="quota">
      <span class="row small">
        <span class="grow">{t(`usage.${counter}`)}</span>
        {isLimited && used >= most && <Tag kind="bad">{t("usage.over")}</Tag>}
        {isLimited && used < most && used >= most * ALMOST && <Tag kind="warn">{t("usage.almost")}</Tag>}
        <span class="numbers">
          {isLimited
            ? t(isOperators ? "usage.byOperator" : "usage.ofQuota", written)
            : t("usage.noQuota", { used: written.used })}
        </span>
      </span>
      {isLimited && (
        <progress
          max={Math.max(most, 1)}
          value={Math.min(used, most)}
          aria-label={`${t(`usage.${counter}`)}, ${t(`usage.${period}`)}`}
        />
      )}
    </li>
  );
}

function amount(counter: QuotaState["counter"], value: number): string | number {
  return counter === "bytes" ? formatBytes(value) : value;
}
