import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { person, workspace } from "../../data/session.ts";
import { invalidate, query, useQuery } from "../../data/cache.ts";
import { endedUploads } from "../../data/upload-list.ts";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Page } from "../../parts/frame/page.tsx";
import { Icon } from "../../parts/icon/icon.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { t } from "../../words/t.ts";
import { Words } from "../../words/words.tsx";
import { AskBox } from "./ask-box.tsx";
import { BringIn } from "./bring-in.tsx";
import { ConnectNote } from "./connect-note.tsx";
import { Example } from "./example.tsx";
import { RecentDocuments } from "./recent-documents.tsx";
import { RecentThreads } from "./recent-threads.tsx";
import { RECENT } from "../../data/recent-ids.ts";
import { Samples } from "./samples.tsx";

const SHOWN = 6;
const threadsQuery = query("/v1/navigate/recent/threads", { query: { limit: SHOWN, offset: 0 } }, [
  RECENT.threads,
]);
const documentsQuery = query("/v1/navigate/recent/assets", { query: { page: 1, sort: "-recentAt" } }, [
  RECENT.documents,
]);

/** The ask box over everything; below it recent work, or the first steps of somebody who has nothing yet. */
export function Home(): VNode {
  const threads = useQuery(threadsQuery);
  const documents = useQuery(documentsQuery);
  const ended = endedUploads.value;
  useEffect(() => {
    if (ended > 0) invalidate(RECENT.documents);
  }, [ended]);
  const name = person.value?.name.split(" ")[0] ?? "";
  const hasWork = (threads.data?.result.entities.length ?? 0) > 0;
  const error = documents.error ?? threads.error;
  return (
    <Page title={t("nav.home")} isTitleShown={false}>
      <header class="home-header row only-phone">
        <span class="logo" aria-hidden="true">
          K
        </span>
        <b class="grow cut">
          <bdi>{workspace.value?.collections[0]?.label}</bdi>
        </b>
        <a class="icon-button medium" href="/settings" aria-label={t("nav.settings")}>
          <Icon name="settings" />
        </a>
      </header>
      <div class="home">
        <h1>{t("home.title", { name })}</h1>
        <p class="muted">
          <Words of="home.lead" with={{ mark: <mark>{t("home.leadMark")}</mark> }} />
        </p>
        <AskBox />
        {error !== null && <ErrorState error={error} />}
        {hasWork && <RecentThreads threads={threads.data?.result.entities ?? []} />}
        {documents.data === null && documents.error === null && <Skeleton />}
        {(documents.data?.length ?? 0) > 0 && (
          <RecentDocuments documents={(documents.data ?? []).slice(0, SHOWN)} />
        )}
        <div class="home-cards">
          <BringIn />
          <Samples documents={documents.data ?? []} />
        </div>
        {!hasWork && <Example />}
        <ConnectNote />
      </div>
    </Page>
  );
}
