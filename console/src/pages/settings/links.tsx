import type { VNode } from "preact";
import { invalidate, query, useQuery } from "../../data/cache.ts";
import { client, type DataOf } from "../../data/client.ts";
import { Empty } from "../../parts/empty/empty.tsx";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { Tag } from "../../parts/tag/tag.tsx";
import { rightOf, rightWord } from "../../parts/share-dialog/rights.ts";
import { formatDate } from "../../words/formats.ts";
import { t } from "../../words/t.ts";
import { AskFirst } from "../../parts/ask-first/ask-first.tsx";
import { Pager, RECORDS_PER_PAGE } from "./shared/pager.tsx";
import { useChange } from "./shared/use-change.ts";
import { useFilters } from "./shared/use-filters.ts";

const LINKS = "own-links";

type OwnLink = DataOf<"GET", "/v1/users/self/links">["records"][number];

/** The open public links and invitations of the person, each with an end. */
export function Links(): VNode {
  const { page, setPage } = useFilters();
  const { failure, isRunning, run } = useChange(LINKS);
  const { data, error } = useQuery(
    query("/v1/users/self/links", { query: { limit: RECORDS_PER_PAGE, offset: page * RECORDS_PER_PAGE } }, [
      LINKS,
    ]),
  );
  return (
    <section class="column">
      <h2>{t("links.title")}</h2>
      <p class="small muted">{t("links.text")}</p>
      {(failure ?? (data === null ? error : null)) !== null && <ErrorState error={failure ?? error} />}
      {data === null && error === null && <Skeleton lines={4} />}
      {data?.records.length === 0 && <Empty>{t("links.none")}</Empty>}
      <ul class="settings-list" aria-label={t("links.list")}>
        {data?.records.map((link) => (
          <LinkRow
            key={link.tokenId}
            link={link}
            isDisabled={isRunning}
            onEnd={() => run(async () => await end(link))}
          />
        ))}
      </ul>
      {data !== null && (
        <Pager page={page} count={data.pagination.count} isTruncated={data.truncated} onPage={setPage} />
      )}
    </section>
  );
}

async function end({ tokenId, threadId, collections }: OwnLink): Promise<void> {
  await (threadId === null
    ? client.request("DELETE", "/v1/claim-token/{token}", { params: { token: tokenId } })
    : client.request("DELETE", "/v1/threads/{threadID}/share/{tokenId}", {
        params: { threadID: threadId, tokenId },
      }));
  invalidate(...(threadId === null ? collections.map(({ collectionId }) => collectionId) : [threadId]));
}

function LinkRow({
  link,
  isDisabled,
  onEnd,
}: {
  link: OwnLink;
  isDisabled: boolean;
  onEnd: () => void;
}): VNode {
  const { kind, email, threadId, threadLabel, messageId, createdAt, expiresAt } = link;
  const name = kind === "invitation" ? email : threadLabel || t("library.unnamedThread");
  const facts = [
    kind === "invitation" ? promised(link) : t(messageId === null ? "links.whole" : "links.upTo"),
    t("links.since", { since: formatDate(new Date(createdAt)) }),
    ...(expiresAt === null ? [] : [t("links.until", { until: formatDate(new Date(expiresAt)) })]),
  ];
  return (
    <li class="settings-row row wraps">
      <Tag icon={kind === "invitation" ? "mail" : "link"}>{t(`links.${kind}`)}</Tag>
      <span class="grow column">
        {threadId === null ? (
          <bdi class="cut" title={name}>
            {name}
          </bdi>
        ) : (
          <a class="cut" href={`/t/${threadId}`} title={name}>
            <bdi>{name}</bdi>
          </a>
        )}
        <bdi class="caption muted settings-text">{facts.join(" · ")}</bdi>
      </span>
      <AskFirst
        label={t("links.end")}
        unseen={name}
        question={kind === "invitation" ? t("links.endInvitationSure", { email }) : t("links.endLinkSure")}
        isDisabled={isDisabled}
        onConfirm={onEnd}
      />
    </li>
  );
}

/** "Read, to Mills and Rivers". */
function promised({ actions, collections }: OwnLink): string {
  const right = rightWord(rightOf(actions));
  if (collections.length === 0) return right;
  return `${right}, ${t("links.to", { collections: collections.map(({ label }) => label).join(", ") })}`;
}
