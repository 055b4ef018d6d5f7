import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { invalidate, query, useQuery } from "../data/cache.ts";
import { client, type DataOf, idFromBytes } from "../data/client.ts";
import { AskFirst } from "../parts/ask-first/ask-first.tsx";
import { Button } from "../parts/button/button.tsx";
import { CopyField } from "../parts/copy/copy-field.tsx";
import { Dialog } from "../parts/dialog/dialog.tsx";
import { ErrorState } from "../parts/empty/error-state.tsx";
import { Skeleton } from "../parts/skeleton/skeleton.tsx";
import { announce } from "../parts/status/status.tsx";
import { publicLink } from "../words/en/public-link.ts";
import { formatDate } from "../words/formats.ts";
import { addEnglish, t } from "../words/t.ts";
import type { PublicLinkEnd } from "./open-thread.ts";
import { useThread } from "./thread-context.ts";

addEnglish(publicLink);

type Link = DataOf<"GET", "/v1/threads/{threadID}">["permanentShareToken"][number];

/** Creates, copies and ends the public link of the thread. A thread has one link at a time. */
export function PublicLinkDialog({ end, onClose }: { end: PublicLinkEnd; onClose: () => void }): VNode {
  const { threadId } = useThread().thread.live;
  const { data, error } = useQuery(
    query("/v1/threads/{threadID}", { params: { threadID: threadId }, query: { messagesLimit: 1 } }),
  );
  const [failure, setFailure] = useState<unknown>(null);
  const [isRunning, setRunning] = useState(false);
  const run = (work: () => Promise<unknown>): void => {
    setFailure(null);
    setRunning(true);
    work()
      .then(() => invalidate(threadId), setFailure)
      .finally(() => setRunning(false));
  };
  const link = data?.permanentShareToken[0];
  return (
    <Dialog title={t("publicLink.title")} onClose={onClose}>
      <div class="column public-link">
        <p class="small muted">{t("publicLink.about")}</p>
        {failure !== null && <ErrorState error={failure} />}
        {data === null && (error === null ? <Skeleton lines={3} /> : <ErrorState error={error} />)}
        {data !== null && link === undefined && <NewLink {...{ end, isRunning, run }} />}
        {link !== undefined && <OpenLink {...{ link, isRunning, run }} />}
      </div>
    </Dialog>
  );
}

interface Running {
  readonly isRunning: boolean;
  readonly run: (work: () => Promise<unknown>) => void;
}

function NewLink({ end: { answerId }, isRunning, run }: Running & { end: PublicLinkEnd }): VNode {
  const { thread } = useThread();
  const { threadId } = thread.live;
  const [isWhole, setWhole] = useState(answerId === null);
  const create = async (): Promise<void> => {
    const messageId = isWhole ? null : (answerId ?? thread.newestMessageId());
    await client.request("POST", "/v1/threads/{threadID}/share", {
      params: { threadID: threadId },
      body: { threadId, messageId, shareMethod: "link", shareTo: [] },
    });
  };
  const canEnd = answerId !== null || thread.newestMessageId() !== null;
  return (
    <>
      <fieldset class="column">
        <legend class="small muted">{t("publicLink.reach")}</legend>
        {(canEnd ? [true, false] : [true]).map((each) => (
          <label key={String(each)} class="row">
            <input
              type="radio"
              name="public-link-reach"
              checked={isWhole === each}
              onChange={() => setWhole(each)}
            />
            {t(
              each ? "publicLink.whole" : answerId === null ? "publicLink.upToNow" : "publicLink.upToAnswer",
            )}
          </label>
        ))}
      </fieldset>
      <p class="row">
        <span class="grow small muted">{t("publicLink.none")}</span>
        <Button kind="primary" icon="link" aria-disabled={isRunning} onClick={() => run(create)}>
          {t("publicLink.create")}
        </Button>
      </p>
    </>
  );
}

function OpenLink({ link, isRunning, run }: Running & { link: Link }): VNode {
  const { threadId } = useThread().thread.live;
  const { publicToken, messageId, sharedByDisplayName: name, sharedAt } = link;
  const end = async (): Promise<void> => {
    await client.request("DELETE", "/v1/threads/{threadID}/share/{tokenId}", {
      params: { threadID: threadId, tokenId: idFromBytes("token", link.tokenId) },
    });
    announce(t("publicLink.ended"));
  };
  return (
    <>
      {publicToken === "" ? (
        <p>{t("publicLink.hidden")}</p>
      ) : (
        <CopyField label={t("publicLink.address")} text={`${location.origin}/p/${threadId}#${publicToken}`} />
      )}
      <p>{t(messageId === null ? "publicLink.isWhole" : "publicLink.isUpTo")}</p>
      <p class="row wraps">
        <span class="grow small muted">
          <bdi>{t("publicLink.by", { name, date: formatDate(new Date(sharedAt)) })}</bdi>
        </span>
        {publicToken !== "" && (
          <AskFirst
            label={t("publicLink.end")}
            question={t("publicLink.endSure")}
            isDisabled={isRunning}
            onConfirm={() => run(end)}
          />
        )}
      </p>
    </>
  );
}
