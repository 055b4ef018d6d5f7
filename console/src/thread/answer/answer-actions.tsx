import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button, ButtonLink, IconButton } from "../../parts/button/button.tsx";
import { Menu } from "../../parts/menu/menu.tsx";
import { t } from "../../words/t.ts";
import { copyAnswer, copyMarkdown } from "../copy-answer.ts";
import { useThread } from "../thread-context.ts";
import type { AnswerView } from "../timeline/row.ts";
import { RatingButtons, RatingReason, useRating } from "./rating.tsx";
import { type ViewedVersion, VersionSwitch } from "./versions.tsx";

const COPIED_MS = 2_000;

/** Copy, rate, ask again, other versions. */
export function AnswerActions({ viewed }: { viewed: ViewedVersion }): VNode {
  const { answer } = viewed;
  const { thread } = useThread();
  const { live } = thread;
  const rating = useRating(answer);
  const [isCopied, setCopied] = useState(false);
  const copy = async (how: (answer: AnswerView) => Promise<void>): Promise<void> => {
    await how(answer);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  const failure = live.failureOf(answer.questionId).value;
  return (
    <>
      <div class="answer-actions row">
        <IconButton
          size="small"
          icon={isCopied ? "check" : "copy"}
          name={t(isCopied ? "action.copied" : "answer.copy")}
          onClick={() => void copy(copyAnswer)}
        />
        <RatingButtons rating={rating} />
        {live.mayChat.value && (
          <Button size="small" kind="quiet" icon="again" onClick={() => void live.askAgain(answer)}>
            {t("answer.askAgain")}
          </Button>
        )}
        <VersionSwitch viewed={viewed} />
        {isWithoutSources(answer) && (
          <ButtonLink
            size="small"
            kind="quiet"
            icon="search"
            href={searchAddress(thread.textOf(answer.questionId))}
          >
            {t("answer.lookEverywhere")}
          </ButtonLink>
        )}
        <Menu
          items={[
            { label: t("answer.copyMarkdown"), icon: "copy", onChoose: () => void copy(copyMarkdown) },
            {
              label: t("thread.copyLink"),
              icon: "link",
              onChoose: () => void copy(async () => await copyLink(live.threadId, answer.questionId)),
            },
            {
              label: t("answer.publicLink"),
              icon: "link",
              onChoose: () => (thread.publicLink.value = { answerId: answer.id }),
            },
          ]}
          button={(attributes) => (
            <IconButton size="small" icon="more" name={t("action.more")} {...attributes} />
          )}
        />
      </div>
      {failure !== null && (
        <p class="small message-refusal" role="alert">
          <bdi lang="en">{failure instanceof Error ? failure.message : t("error.title")}</bdi>
        </p>
      )}
      <RatingReason answer={answer} rating={rating} />
    </>
  );
}

/** Nothing was found: the search may find passages in documents outside of the thread. */
function isWithoutSources({ citations, sentences, endedAs }: AnswerView): boolean {
  return endedAs === "done" && citations.length === 0 && sentences.length === 0;
}

function searchAddress(words: string): string {
  return `/search?q=${encodeURIComponent(words)}`;
}

async function copyLink(threadId: string, messageId: string): Promise<void> {
  await navigator.clipboard.writeText(`${location.origin}/t/${threadId}?m=${messageId}`);
}
