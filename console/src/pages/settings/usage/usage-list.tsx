import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { query, useQuery } from "../../../data/cache.ts";
import type { DataOf } from "../../../data/client.ts";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { formatBytes, formatDate } from "../../../words/formats.ts";
import { type PlainKey, t } from "../../../words/t.ts";
import { Choice } from "../shared/choice.tsx";
import { operationWord } from "../shared/operation-word.ts";
import { Refusal } from "../shared/refusal.tsx";

type Usage = DataOf<"GET", "/v1/organizations/{organizationId}/usage">;
type Group = "day" | "user" | "operation";
type Measure = "questions" | "units" | "assets" | "bytes" | "cost";

/** Days, people or operations; more than a page shows are said to be there. */
const LISTED = 100;
const GROUPS: readonly (readonly [Group, PlainKey])[] = [
  ["day", "usage.byDay"],
  ["user", "usage.byUser"],
  ["operation", "usage.byOperation"],
];
const MEASURES: readonly Measure[] = ["questions", "units", "assets", "bytes", "cost"];

/** The usage of the last 30 days as numbers with bars, by day, person or operation. */
export function UsageList({ organizationId }: { organizationId: string }): VNode {
  const [by, setBy] = useState<Group>("day");
  const [measure, setMeasure] = useState<Measure>("questions");
  const { data, error } = useQuery(
    query("/v1/organizations/{organizationId}/usage", {
      params: { organizationId },
      query: { by, limit: LISTED },
    }),
  );
  return (
    <>
      <h3>{t("usage.last")}</h3>
      <div class="row settings-filters">
        <Choice
          label={t("usage.by")}
          value={by}
          options={GROUPS.map(([value, key]) => [value, t(key)])}
          onChoose={setBy}
        />
        <Choice
          label={t("usage.measure")}
          value={measure}
          options={MEASURES.map((each) => [each, t(`usage.${each}`)])}
          onChoose={setMeasure}
        />
      </div>
      {data === null && (error === null ? <Skeleton lines={4} /> : <Refusal error={error} />)}
      {data !== null && <Bars {...{ data, by, measure }} />}
    </>
  );
}

function Bars({ data, by, measure }: { data: Usage; by: Group; measure: Measure }): VNode {
  const { records, total, pagination, truncated } = data;
  const most = Math.max(...records.map((record) => record[measure]), 0);
  if (most === 0) return <p class="muted">{t("usage.none")}</p>;
  return (
    <>
      <p>{t("usage.total", { amount: amount(measure, total[measure]) })}</p>
      <table class="usage-bars small">
        <caption class="unseen">{`${t("usage.last")}: ${t(`usage.${measure}`)}`}</caption>
        <tbody>
          {records.map((record) => (
            <tr key={`${record.day} ${record.userId} ${record.operation}`}>
              <th scope="row">
                <bdi>{nameOf(record, by)}</bdi>
              </th>
              <td class="usage-bar" aria-hidden="true">
                <span style={{ inlineSize: `${(record[measure] / most) * 100}%` }} />
              </td>
              <td class="numbers">{amount(measure, record[measure])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(pagination.hasNextPage || truncated) && (
        <p class="small muted">{t("usage.first", { count: records.length })}</p>
      )}
    </>
  );
}

function nameOf({ day, userDisplayName, operation }: Usage["records"][number], by: Group): string {
  if (by === "operation") return operationWord(operation);
  if (by === "user") return userDisplayName || t("organization.noName");
  // A day has no time zone: noon of the person's own day has the same date.
  return formatDate(new Date(`${day}T12:00:00`));
}

function amount(measure: Measure, value: number): string {
  return measure === "bytes" ? formatBytes(value) : value.toLocaleString(document.documentElement.lang);
}
