import type { VNode } from "preact";
import type { DataOf } from "../../../data/client.ts";
import { Button } from "../../../parts/button/button.tsx";
import { formatDateTime } from "../../../words/formats.ts";
import { t } from "../../../words/t.ts";
import { operationWord } from "../shared/operation-word.ts";

type Event = DataOf<"GET", "/v1/organizations/{organizationId}/events">["records"][number];

/** Records with a page of their own. */
const PAGES: Readonly<Record<string, string>> = { col: "/c/", asset: "/d/", thread: "/t/" };

/** One change: who, what and when. Its fields open below. */
export function AuditEvent({
  event: { at, actorDisplayName, apiKeyId, apiKeyName, operation, targetId, changes, units },
  onPerson,
}: {
  event: Event;
  /** Shows only the changes of the same person; null if the list does so already. */
  onPerson: (() => void) | null;
}): VNode {
  const name = actorDisplayName || t("organization.noName");
  const keyName = apiKeyName === null ? t("audit.byAnyKey") : t("audit.byKey", { name: apiKeyName });
  return (
    <li class="settings-row">
      <details>
        <summary>
          {operationWord(operation)} · <bdi>{name}</bdi>{" "}
          <span class="caption muted">
            {apiKeyId !== null && <bdi>{`${keyName} · `}</bdi>}
            {formatDateTime(new Date(at))}
          </span>
        </summary>
        <dl class="facts small settings-facts">
          <Fact name={t("audit.target")}>
            <Target id={targetId} />
          </Fact>
          {Object.entries(changes).map(([field, value]) => (
            <Fact key={field} name={field}>
              <bdi>{Array.isArray(value) ? value.join(", ") : String(value)}</bdi>
            </Fact>
          ))}
          {units > 0 && <Fact name={t("audit.units")}>{t("usage.amount", { amount: units })}</Fact>}
        </dl>
        {onPerson !== null && (
          <Button size="small" onClick={onPerson}>
            {t("audit.onlyPerson", { name })}
          </Button>
        )}
      </details>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: VNode | string }): VNode {
  return (
    <div>
      <dt class="muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Target({ id }: { id: string }): VNode {
  const page = PAGES[id.split("_")[0] ?? ""];
  return page === undefined ? <code>{id}</code> : <a href={`${page}${id}`}>{id}</a>;
}
