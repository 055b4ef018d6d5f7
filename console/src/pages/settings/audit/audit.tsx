import type { VNode } from "preact";
import { query, useQuery } from "../../../data/cache.ts";
import { Button } from "../../../parts/button/button.tsx";
import { Field } from "../../../parts/field/field.tsx";
import { Skeleton } from "../../../parts/skeleton/skeleton.tsx";
import { t } from "../../../words/t.ts";
import { Choice } from "../shared/choice.tsx";
import { OfOrganization } from "../shared/of-organization.tsx";
import { operationWord, WORDED_OPERATIONS } from "../shared/operation-word.ts";
import { Pager, RECORDS_PER_PAGE } from "../shared/pager.tsx";
import { Refusal } from "../shared/refusal.tsx";
import { type Filters, useFilters } from "../shared/use-filters.ts";
import { AuditEvent } from "./audit-event.tsx";

/** Every change in an organization, page by page. */
export function Audit(): VNode {
  return <OfOrganization title="audit.title">{({ id }) => <AuditOf organizationId={id} />}</OfOrganization>;
}

function AuditOf({ organizationId }: { organizationId: string }): VNode {
  const filters = useFilters();
  const { action, person, from, to } = filters.values;
  const { data, error } = useQuery(
    query("/v1/organizations/{organizationId}/events", {
      params: { organizationId },
      query: {
        limit: RECORDS_PER_PAGE,
        offset: filters.page * RECORDS_PER_PAGE,
        operation: action,
        actorId: person,
        from: from === undefined ? undefined : beginOf(from),
        to: to === undefined ? undefined : beginOf(to, 1),
      },
    }),
  );
  if (data === null && error !== null) return <Refusal error={error} />;
  const name = data?.records.find(({ actorId }) => actorId === person)?.actorDisplayName ?? "";
  return (
    <>
      <p class="small muted">{t("audit.text")}</p>
      <AuditFilters filters={filters} name={name || t("organization.noName")} />
      {data === null && <Skeleton lines={6} />}
      {data?.records.length === 0 && <p class="muted">{t("audit.none")}</p>}
      {data !== null && (
        <>
          <ul class="settings-list" aria-label={t("audit.list")}>
            {data.records.map((event) => (
              <AuditEvent
                key={event.eventKey}
                event={event}
                onPerson={person === undefined ? () => filters.set({ person: event.actorId }) : null}
              />
            ))}
          </ul>
          <Pager
            page={filters.page}
            count={data.pagination.count}
            isTruncated={data.truncated}
            onPage={filters.setPage}
          />
        </>
      )}
    </>
  );
}

function AuditFilters({ filters: { values, set }, name }: { filters: Filters; name: string }): VNode {
  const actions = WORDED_OPERATIONS.map((id) => [id, operationWord(id)] as const).toSorted((one, other) =>
    one[1].localeCompare(other[1]),
  );
  return (
    <div class="row settings-filters">
      <Choice
        label={t("audit.action")}
        value={values["action"] ?? ""}
        options={[["", t("audit.anyAction")], ...actions]}
        onChoose={(action) => set({ action })}
      />
      {(["from", "to"] as const).map((end) => (
        <Field
          key={end}
          type="date"
          label={t(`audit.${end}`)}
          value={values[end] ?? ""}
          onChange={({ currentTarget }) => set({ [end]: currentTarget.value })}
        />
      ))}
      {values["person"] !== undefined && (
        <Button icon="close" onClick={() => set({ person: null })}>
          {t("audit.onlyPerson", { name })}
          <span class="unseen"> · {t("audit.anyPerson")}</span>
        </Button>
      )}
    </div>
  );
}

/** The begin of a day in the person's time zone. An unreadable date is no filter. */
function beginOf(date: string, daysLater = 0): string | undefined {
  const at = new Date(`${date}T00:00:00`);
  if (Number.isNaN(at.getTime())) return undefined;
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
}
