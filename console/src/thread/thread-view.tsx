import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ApiError } from "../data/client.ts";
import { ErrorState, isHidden, NotFound } from "../parts/empty/error-state.tsx";
import { Skeleton } from "../parts/skeleton/skeleton.tsx";
import { listFailure, loadedList, loadList } from "./list/loaded-list.ts";
import type { LiveThread } from "./live-thread.ts";
import { useThread } from "./thread-context.ts";

/** Close codes of threads that the person may not see. */
const HIDDEN: ReadonlySet<number> = new Set([4400, 4403, 4404]);

/** The messages of a thread above its composer. */
export function ThreadView({ opensAt }: { opensAt: string | null }): VNode {
  const { thread } = useThread();
  const { live } = thread;
  const { rows, head } = live.timeline.value;
  useListParts(live);
  const parts = loadedList.value;
  const ending = live.ending.value;
  if (ending !== null && HIDDEN.has(ending.code)) return <NotFound />;
  const failure = head === null ? live.error.value : null;
  if (isHidden(failure)) return <NotFound />;
  return (
    <div class="thread column">
      {failure instanceof ApiError ? (
        <div class="grow">
          <ErrorState error={failure} onRetry={() => void live.readAgain()} />
        </div>
      ) : parts === null || (head === null && rows.length === 0) ? (
        <Reading />
      ) : (
        <parts.ThreadRows opensAt={opensAt} rows={rows} />
      )}
      <div class="composer-place">
        {parts !== null && <parts.FollowButton />}
        {parts !== null && <parts.ComposerPlace />}
      </div>
      {parts !== null && <parts.HoverCard />}
    </div>
  );
}

/**
 * Loads the list. If that fails, the connection may have been lost: the page stays as it is, and loads the
 * list again when the service has answered. A second failure reloads the page.
 */
function useListParts(live: LiveThread): void {
  const retry = useRef<"none" | "waits" | "done">("none");
  useEffect(loadList, []);
  const failure = listFailure.value;
  useEffect(() => {
    if (failure === null || retry.current !== "none") return;
    retry.current = "waits";
    void live.readAgain().then(() => {
      retry.current = "done";
      listFailure.value = null;
      loadList();
    });
  }, [failure]);
  if (failure !== null && retry.current === "done") throw failure;
}

function Reading(): VNode {
  return (
    <div class="grow">
      <Skeleton lines={6} />
    </div>
  );
}
