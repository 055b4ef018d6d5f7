import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { lazy, useLocation } from "preact-iso";
import { workspace } from "../../data/session.ts";
import { Banner } from "../../parts/banner/banner.tsx";
import { Page } from "../../parts/frame/page.tsx";
import { OpenThread } from "../../thread/open-thread.ts";
import { type ThreadContext, ThreadProvider } from "../../thread/thread-context.ts";
import { ThreadView } from "../../thread/thread-view.tsx";
import { loadedList } from "../../thread/list/loaded-list.ts";
import { useThreadKeys } from "../../thread/use-thread-keys.ts";
import { t } from "../../words/t.ts";
import { useOpenSource } from "./use-open-source.ts";

const Reader = lazy(async () => (await import("../../reader/reader.tsx")).Reader);

const RenameDialog = lazy(async () => (await import("../../thread/rename-dialog.tsx")).RenameDialog);
const PublicLinkDialog = lazy(
  async () => (await import("../../thread/public-link-dialog.tsx")).PublicLinkDialog,
);

/** A thread, with the open source beside it. */
export function Thread({ thread: threadId }: { thread: string }): VNode | null {
  const userId = workspace.value?.userId;
  return userId === undefined ? null : <Opened key={`${threadId} ${userId}`} {...{ threadId, userId }} />;
}

function Opened({ threadId, userId }: { threadId: string; userId: string }): VNode {
  const { query, route } = useLocation();
  const thread = useMemo(() => new OpenThread(threadId, { userId, publicToken: null }), [threadId, userId]);
  const opener = useRef<Element | null>(null);
  const [isRenaming, setRenaming] = useState(false);
  useEffect(() => {
    const keep = (): void => thread.keepPlace();
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      thread.close();
    };
  }, [thread]);
  const citationId = query["s"] ?? "";
  thread.openCitation.value = citationId;
  const parts = loadedList.value;
  const { label } = thread.live.timeline.value;
  const source = useOpenSource(thread, citationId);
  const openSource: NonNullable<ThreadContext["openSource"]> = (cited, from) => {
    opener.current = from;
    if (from !== null) thread.scroll?.hold(from);
    route(`/t/${threadId}?s=${cited.id}`, thread.openCitation.peek() !== "");
  };
  const close = (): void => {
    const chip = opener.current;
    if (chip !== null) thread.scroll?.hold(chip);
    route(`/t/${threadId}`);
    if (chip instanceof HTMLElement) requestAnimationFrame(() => chip.focus({ preventScroll: true }));
  };
  const openFocused = (): void => {
    const first = thread.focusedSource();
    if (first !== null) openSource(first, document.activeElement);
  };
  useThreadKeys({
    toComposer: () => thread.composer.focus(),
    toMessage: (step) => thread.focusMessage(step),
    toSource: (step) => {
      if (citationId === "") return openFocused();
      void thread.findNeighbor(citationId, step).then((found) => {
        if (found !== null) openSource(found.cited, null);
      });
    },
    openSource: openFocused,
  });
  const stepTo = (step: 1 | -1): (() => void) | null => {
    const next = thread.neighbor(citationId, step);
    return next === null ? null : () => openSource(next.cited, null);
  };
  return (
    <ThreadProvider value={useMemo(() => ({ thread, openSource }), [thread])}>
      <Page
        title={label === null || label === "" ? t("threads.untitled") : label}
        actions={parts === null ? <></> : <parts.ThreadHeader onRename={() => setRenaming(true)} />}
        banner={thread.live.isLost.value ? <Banner kind="plain">{t("error.offline")}</Banner> : null}
        aside={
          source === null ? null : (
            <Reader
              {...source.cited}
              citationId={citationId}
              threadId={threadId}
              count={source.count}
              onClose={close}
              onPrevious={stepTo(-1)}
              onNext={stepTo(1)}
            />
          )
        }
        asideLabel={source === null ? "" : asideLabel(source.cited.ordinal)}
      >
        <PublicLink thread={thread} />
        {isRenaming && <RenameDialog label={label ?? ""} onClose={() => setRenaming(false)} />}
        <ThreadView opensAt={query["m"] ?? (citationId === "" ? null : citationId)} />
      </Page>
    </ThreadProvider>
  );
}

/** The source of a deleted document has no number any more. */
function asideLabel(ordinal: number): string {
  return ordinal === 0 ? t("reader.label") : t("source.number", { number: ordinal });
}

function PublicLink({ thread: { publicLink } }: { thread: OpenThread }): VNode | null {
  const end = publicLink.value;
  return end === null ? null : <PublicLinkDialog end={end} onClose={() => (publicLink.value = null)} />;
}
