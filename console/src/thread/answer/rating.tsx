import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Button, IconButton } from "../../parts/button/button.tsx";
import { Field } from "../../parts/field/field.tsx";
import { t } from "../../words/t.ts";
import type { Rated } from "../live-thread.ts";
import { useThread } from "../thread-context.ts";
import type { AnswerView } from "../timeline/row.ts";

/** The service's limit for a remark on an answer. */
const MAX_CHARS = 500;

export interface OwnRating {
  readonly rated: Rated;
  /** Whether the person gave it in this visit. */
  readonly isNew: boolean;
  readonly rate: (rating: Rated) => void;
}

/** The rating of this visit, else the one that the history tells. */
export function useRating(answer: AnswerView): OwnRating {
  const { live } = useThread().thread;
  const given = live.ratings.value.get(answer.id ?? "");
  const known = answer.ownRating === "" ? "none" : answer.ownRating;
  return {
    rated: given ?? known,
    isNew: given !== undefined,
    rate: (rating) => void live.rate(answer, { rating }),
  };
}

export function RatingButtons({ rating: { rated, rate } }: { rating: OwnRating }): VNode {
  return (
    <>
      {(["good", "bad"] as const).map((name) => (
        <IconButton
          key={name}
          size="small"
          icon={name}
          name={t(`answer.${name}`)}
          aria-pressed={rated === name}
          onClick={() => rate(rated === name ? "none" : name)}
        />
      ))}
    </>
  );
}

/** One field for the reason of a bad rating. It says who reads it. */
export function RatingReason({
  answer,
  rating: { rated, isNew },
}: {
  answer: AnswerView;
  rating: OwnRating;
}): VNode | null {
  const { live } = useThread().thread;
  const [word, setWord] = useState("");
  const [isSent, setSent] = useState(false);
  if (rated === "none" || !isNew) return null;
  if (isSent || rated === "good") return <p class="small muted">{t("answer.thanks")}</p>;
  const send = (): void => {
    if (word.trim() === "") return;
    setSent(true);
    void live.rate(answer, { rating: rated, word: word.trim() });
  };
  return (
    <div class="rating row">
      <div class="grow">
        <Field
          label={t("answer.why")}
          hint={t("answer.ratedBy")}
          value={word}
          maxLength={MAX_CHARS}
          onInput={(event) => setWord(event.currentTarget.value)}
          onEnter={send}
        />
      </div>
      <Button size="small" onClick={send}>
        {t("answer.sendWhy")}
      </Button>
    </div>
  );
}
