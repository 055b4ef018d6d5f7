import type { VNode } from "preact";
import { query, useQuery } from "../../data/cache.ts";
import type { DataOf } from "../../data/client.ts";
import { Empty } from "../../parts/empty/empty.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { Tag } from "../../parts/tag/tag.tsx";
import { formatDateTime } from "../../words/formats.ts";
import { t } from "../../words/t.ts";
import { Choice } from "./shared/choice.tsx";
import { OfOrganization } from "./shared/of-organization.tsx";
import { Pager, RECORDS_PER_PAGE } from "./shared/pager.tsx";
import { Refusal } from "./shared/refusal.tsx";
import { useFilters } from "./shared/use-filters.ts";

type Opinion = DataOf<"GET", "/v1/organizations/{organizationId}/feedback">["records"][number];
const RATINGS = ["good", "bad"] as const;

/** How people rated the answers in an organization, and why. */
export function Feedback(): VNode {
  return (
    <OfOrganization title="feedback.title">{({ id }) => <FeedbackOf organizationId={id} />}</OfOrganization>
  );
}

function FeedbackOf({ organizationId }: { organizationId: string }): VNode {
  const { values, page, set, setPage } = useFilters();
  const rating = RATINGS.find((each) => each === values["rating"]);
  const { data, error } = useQuery(
    query("/v1/organizations/{organizationId}/feedback", {
      params: { organizationId },
      query: { limit: RECORDS_PER_PAGE, offset: page * RECORDS_PER_PAGE, rating },
    }),
  );
  if (data === null && error !== null) return <Refusal error={error} />;
  return (
    <>
      <p class="small muted">{t("feedback.text")}</p>
      <div class="row settings-filters">
        <Choice
          label={t("feedback.show")}
          value={rating ?? ""}
          options={[
            ["", t("feedback.all")],
            ["good", t("answer.good")],
            ["bad", t("answer.bad")],
          ]}
          onChoose={(chosen) => set({ rating: chosen })}
        />
      </div>
      {data === null && <Skeleton lines={4} />}
      {data?.records.length === 0 && <Empty>{t("feedback.none")}</Empty>}
      {data !== null && (
        <>
          <ul class="settings-list" aria-label={t("feedback.list")}>
            {data.records.map((opinion) => (
              <OpinionRow key={`${opinion.answerId} ${opinion.userId}`} opinion={opinion} />
            ))}
          </ul>
          <Pager page={page} count={data.pagination.count} isTruncated={data.truncated} onPage={setPage} />
        </>
      )}
    </>
  );
}

function OpinionRow({ opinion }: { opinion: Opinion }): VNode {
  const { userDisplayName, threadId, messageId, rating, word, modifiedAt } = opinion;
  return (
    <li class="settings-row row wraps">
      <Tag kind={rating === "good" ? "ok" : "bad"}>{t(`answer.${rating}`)}</Tag>
      <span class="grow column">
        {word === "" ? (
          <span class="muted">{t("feedback.noReason")}</span>
        ) : (
          <span class="settings-text" dir="auto">
            {word}
          </span>
        )}
        <span class="caption muted">
          <bdi>{userDisplayName || t("organization.noName")}</bdi> · {formatDateTime(new Date(modifiedAt))}
        </span>
      </span>
      <a class="small" href={`/t/${threadId}?m=${messageId}`}>
        {t("feedback.open")}
      </a>
    </li>
  );
}
