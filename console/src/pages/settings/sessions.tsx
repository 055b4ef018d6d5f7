import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { invalidate, query, useQuery } from "../../data/cache.ts";
import { client, type DataOf } from "../../data/client.ts";
import { Button } from "../../parts/button/button.tsx";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { Tag } from "../../parts/tag/tag.tsx";
import { formatDate } from "../../words/formats.ts";
import { t } from "../../words/t.ts";

const SESSIONS = "own-sessions";
const sessionsQuery = query("/v1/sessions", {}, [SESSIONS]);
type Session = DataOf<"GET", "/v1/sessions">["sessions"][number];

/** The browsers in which the person is signed in. */
export function Sessions(): VNode {
  const { data, error } = useQuery(sessionsQuery);
  const [failure, setFailure] = useState<unknown>(null);
  const end = (sessionId: string): void => {
    setFailure(null);
    client
      .request("DELETE", "/v1/sessions/{sessionId}", { params: { sessionId } })
      .then(() => invalidate(SESSIONS), setFailure);
  };
  return (
    <section class="column">
      <h2>{t("settings.sessions")}</h2>
      {(failure ?? error) !== null && <ErrorState error={failure ?? error} />}
      {data === null && error === null && <Skeleton />}
      <ul class="settings-list" aria-label={t("settings.sessions")}>
        {(data?.sessions ?? []).map((session) => (
          <SessionRow key={session.sessionId} session={session} onEnd={() => end(session.sessionId)} />
        ))}
      </ul>
    </section>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }): VNode {
  const { isCurrent, userAgent, createdAt, lastUsedAt } = session;
  return (
    <li class="settings-row row">
      <span class="grow column">
        <span class="cut" title={userAgent}>
          {browserOf(userAgent)}
        </span>
        <span class="caption muted">
          {t("settings.sessionDates", {
            since: formatDate(new Date(createdAt)),
            used: formatDate(new Date(lastUsedAt)),
          })}
        </span>
      </span>
      {isCurrent ? (
        <Tag>{t("settings.thisBrowser")}</Tag>
      ) : (
        <Button size="small" onClick={onEnd}>
          {t("settings.endSession")}
        </Button>
      )}
    </li>
  );
}

const BROWSERS = ["Edg", "OPR", "Firefox", "Chrome", "Safari"] as const;
const NAMES: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera" };
const SYSTEMS = ["Android", "iPhone", "iPad", "Windows", "Mac OS X", "Linux"] as const;

/** "Firefox, Linux" of a User-Agent header; the header itself if it names neither. */
function browserOf(userAgent: string): string {
  const browser = BROWSERS.find((name) => userAgent.includes(`${name}/`));
  const system = SYSTEMS.find((name) => userAgent.includes(name));
  const known = [browser === undefined ? undefined : (NAMES[browser] ?? browser), system];
  return known.filter((name) => name !== undefined).join(", ") || userAgent;
}
