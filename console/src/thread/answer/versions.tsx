import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { invalidate, query, useQuery } from "../../data/cache.ts";
import type { AnswerVersions as VersionList } from "../../data/client.ts";
import { idFromBytes } from "../../data/ids.ts";
import { Button, IconButton } from "../../parts/button/button.tsx";
import { t } from "../../words/t.ts";
import { useThread } from "../thread-context.ts";
import { finishedInHistory } from "../timeline/answer-view.ts";
import type { AnswerView } from "../timeline/row.ts";
import { namedCitations } from "../timeline/stored-messages.ts";

type Version = VersionList["records"][number];

/** A question has at most 20 versions of an answer. */
const MAX_VERSIONS = 100;

/** The versions of an answer, and the one that this person looks at. */
export interface ViewedVersion {
  /** The answer to show: the thread's, or another version. */
  readonly answer: AnswerView;
  /** The number of the version from 1; 0 before the versions are known. */
  readonly number: number;
  readonly count: number;
  readonly isOther: boolean;
  readonly view: (number: number) => void;
}

/** Reads the versions of an answer that has several. */
export function useVersions(answer: AnswerView): ViewedVersion {
  const { live } = useThread().thread;
  const { questionId, id, state } = answer;
  const hasVersions = answer.hasVersions && !live.isGuest;
  const [viewedId, setViewed] = useState<string | null>(null);
  const { data } = useQuery(
    hasVersions
      ? query("/v1/threads/{threadID}/messages/{messageID}/answers", {
          params: { threadID: live.threadId, messageID: questionId },
          query: { limit: MAX_VERSIONS },
        })
      : null,
  );
  useEffect(() => {
    setViewed(null);
    if (hasVersions) invalidate(questionId);
  }, [id, state, hasVersions]);
  const versions = versionsOf(data?.records ?? [], id);
  const at = versions.findIndex((version) => idOf(version) === (viewedId ?? id));
  const version = versions[at];
  const isOther = version !== undefined && idOf(version) !== id && version.state !== "pending";
  return {
    answer: isOther ? viewOf(answer, version, live.timeline.value.head?.thread ?? null) : answer,
    number: at + 1,
    count: versions.length,
    isOther,
    view: (number) => {
      const wanted = versions[number - 1];
      if (wanted !== undefined) setViewed(idOf(wanted));
    },
  };
}

/** The versions of the same answer: a comparison has several. */
function versionsOf(records: readonly Version[], id: string | null): Version[] {
  const own = records.find((version) => idOf(version) === id);
  return own === undefined ? [] : records.filter(({ variant }) => variant === own.variant);
}

function idOf({ message }: Version): string {
  return idFromBytes("msg", message.id);
}

function viewOf(
  answer: AnswerView,
  { message, citations }: Version,
  thread: {
    readonly knowledgeProvenance: { readonly assetRef: Parameters<typeof namedCitations>[1] };
  } | null,
): AnswerView {
  const named = namedCitations(Object.entries(citations), thread?.knowledgeProvenance.assetRef ?? {});
  return {
    ...answer,
    id: idFromBytes("msg", message.id),
    ...finishedInHistory({ message, citations: named }),
  };
}

/** `‹ 2 of 3 ›`, and a button that shows the viewed version to everybody. */
export function VersionSwitch({
  viewed: { answer, number, count, isOther, view },
}: {
  viewed: ViewedVersion;
}): VNode | null {
  const { live } = useThread().thread;
  if (count < 2) return null;
  return (
    <span class="versions small numbers row">
      <IconButton
        size="small"
        icon="left"
        name={t("answer.earlierVersion")}
        disabled={number <= 1}
        onClick={() => view(number - 1)}
      />
      <span>{t("answer.version", { number, count })}</span>
      <IconButton
        size="small"
        icon="right"
        name={t("answer.laterVersion")}
        disabled={number >= count}
        onClick={() => view(number + 1)}
      />
      {isOther && live.mayChat.value && (
        <Button size="small" onClick={() => void live.choose(answer.questionId, answer.id ?? "")}>
          {t("answer.choose")}
        </Button>
      )}
    </span>
  );
}
