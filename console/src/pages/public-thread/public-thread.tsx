import type { ComponentChildren, VNode } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { query, useQuery } from "../../data/cache.ts";
import { useLinkToken } from "../../data/link-token.ts";
import { keepReturnAddressOfTab } from "../../data/return-address.ts";
import { readSession, session } from "../../data/session.ts";
import { Banner } from "../../parts/banner/banner.tsx";
import { ButtonLink } from "../../parts/button/button.tsx";
import { ErrorState, NotFound } from "../../parts/empty/error-state.tsx";
import { Skeleton } from "../../parts/skeleton/skeleton.tsx";
import { StatusRegion } from "../../parts/status/status.tsx";
import { Tag } from "../../parts/tag/tag.tsx";
import { listFailure, loadedList, loadList } from "../../thread/list/loaded-list.ts";
import type { LiveThread } from "../../thread/live-thread.ts";
import { OpenThread } from "../../thread/open-thread.ts";
import { ThreadProvider, useThread } from "../../thread/thread-context.ts";
import { publicThread } from "../../words/en/public-thread.ts";
import { addEnglish, t } from "../../words/t.ts";

addEnglish(publicThread);

/**
 * A thread as the guests of its public link see it, for everybody with the link. Its secret stands behind
 * `#`. Nothing on the page changes or opens anything.
 */
export function PublicThread({ thread: threadId }: { thread: string }): VNode {
  const publicToken = useLinkToken();
  useEffect(() => {
    // Without an answer the page offers the sign-in.
    readSession().catch(() => {});
  }, []);
  if (publicToken === "") return <Missing />;
  return <Opened key={`${threadId} ${publicToken}`} {...{ threadId, publicToken }} />;
}

function Opened({ threadId, publicToken }: { threadId: string; publicToken: string }): VNode {
  const thread = useMemo(
    () => new OpenThread(threadId, { userId: "", publicToken }),
    [threadId, publicToken],
  );
  useEffect(() => () => thread.close(), [thread]);
  useEffect(loadList, []);
  const context = useMemo(() => ({ thread, openSource: null }), [thread]);
  const { live } = thread;
  const { label } = live.timeline.value;
  if (listFailure.value !== null) throw listFailure.value;
  if (live.ending.value !== null) return <Missing />;
  return (
    <ThreadProvider value={context}>
      <Alone title={label === null || label === "" ? t("threads.untitled") : label} threadId={threadId}>
        <StateLine live={live} />
        <Messages />
      </Alone>
    </ThreadProvider>
  );
}

function Messages(): VNode {
  const { thread } = useThread();
  const { live } = thread;
  const { rows, head } = live.timeline.value;
  const parts = loadedList.value;
  if (head === null && live.error.value !== null)
    return <ErrorState error={live.error.value} onRetry={() => void live.readAgain()} />;
  if (parts === null || head === null) return <Skeleton lines={6} />;
  return (
    <div class="thread column grow">
      <parts.ThreadRows rows={rows} opensAt={null} />
      <div class="public-follow">
        <parts.FollowButton />
      </div>
      <parts.HoverCard />
    </div>
  );
}

/** Why nothing new arrives. */
function StateLine({ live }: { live: LiveThread }): VNode | null {
  if (!live.isLive.value) return <Banner kind="plain">{t("public.notLive")}</Banner>;
  return live.isLost.value ? <Banner kind="plain">{t("public.offline")}</Banner> : null;
}

/** The link is wrong or has ended, or the address has no secret. */
function Missing(): VNode {
  return (
    <Alone title={t("app.name")} threadId={null}>
      <NotFound />
    </Alone>
  );
}

/** A page without the side bar: a header, the content and who made it. */
function Alone({
  title,
  threadId,
  children,
}: {
  title: string;
  threadId: string | null;
  children: ComponentChildren;
}): VNode {
  useEffect(() => {
    document.title = title === t("app.name") ? title : `${title} – ${t("app.name")}`;
  }, [title]);
  return (
    <div class="public column">
      <header class="page-header row">
        <span class="logo" aria-hidden="true">
          K
        </span>
        <h1 class="grow cut" title={title}>
          <bdi>{title}</bdi>
        </h1>
        {threadId !== null && <Tag>{t("public.readOnly")}</Tag>}
        <Entrance threadId={threadId} />
      </header>
      <main class="public-content column grow" id="content">
        {children}
      </main>
      <footer class="public-foot caption muted">{t("public.madeWith", { name: t("app.name") })}</footer>
      <StatusRegion />
    </div>
  );
}

/** The sign-in, or the same thread in the workspace for a person who may read it there. */
function Entrance({ threadId }: { threadId: string | null }): VNode | null {
  const isSignedIn = session.value.state === "signed-in";
  const { data } = useQuery(
    isSignedIn && threadId !== null
      ? query("/v1/threads/{threadID}", { params: { threadID: threadId }, query: { messagesLimit: 0 } })
      : null,
  );
  if (data !== null)
    return (
      <ButtonLink size="small" href={`/t/${threadId}`}>
        {t("public.open")}
      </ButtonLink>
    );
  if (isSignedIn) return null;
  return (
    <ButtonLink size="small" href="/sign-in" onClick={() => keepReturnAddressOfTab(location.pathname)}>
      {t("signIn.title")}
    </ButtonLink>
  );
}
