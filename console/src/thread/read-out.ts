/** Short texts for screen readers about things that happen in the thread. Drafts are never read out. */
import { announce } from "../parts/status/status.tsx";
import { t } from "../words/t.ts";
import type { AnswerView, Row } from "./timeline/row.ts";

const SENTENCE = /[.!?。！？](?:\s|\[|$)|\n\n/gu;
const MAX_QUESTION_CHARS = 120;

/** Reads each new question of others and each finished answer once. */
export class ReadOut {
  readonly #nameOf: (userId: string) => string;
  readonly #userId: string;
  /** Messages that were there, and answers that were finished. */
  readonly #known = new Set<string>();
  /** Rows that were looked at. A row that changes is another object. */
  readonly #seen = new WeakSet<Row>();
  /** The first row of the last call; null before the first call. */
  #oldest: { readonly key: string | undefined } | null = null;

  constructor(userId: string, nameOf: (userId: string) => string) {
    this.#userId = userId;
    this.#nameOf = nameOf;
  }

  /** Call it with each state of the rows. */
  hear(rows: readonly Row[]): void {
    const told: string[] = [];
    // The first rows and rows of older pages are not new.
    let isOlder = this.#oldest === null || this.#oldest.key !== undefined;
    for (const row of rows) {
      if (row.key === this.#oldest?.key) isOlder = false;
      if (this.#seen.has(row)) continue;
      this.#seen.add(row);
      for (const [key, each] of tellable(row)) {
        if (!isOlder && !this.#known.has(key)) told.push(this.#textOf(each));
        this.#known.add(key);
      }
    }
    this.#oldest = { key: rows[0]?.key };
    const texts = told.filter((text) => text !== "");
    if (texts.length > 0) announce(texts.join(" "));
  }

  #textOf(told: Told): string {
    if ("answer" in told) return answerText(told.answer);
    if (told.author === this.#userId) return "";
    const name = this.#nameOf(told.author) || t("thread.author.unknown");
    return t("told.asks", { name, text: told.text.slice(0, MAX_QUESTION_CHARS) });
  }
}

type Told = { readonly answer: AnswerView } | { readonly author: string; readonly text: string };

function tellable(row: Row): [string, Told][] {
  if (row.kind === "message") return [[row.id, { author: row.author, text: row.text }]];
  if (row.kind !== "answers") return [];
  return row.answers.flatMap((answer) =>
    answer.state === "done" && answer.id !== null ? [[answer.id, { answer }] as [string, Told]] : [],
  );
}

function answerText({ text, citations, endedAs }: AnswerView): string {
  if (endedAs === "cancelled") return t("answer.stopped");
  if (endedAs === "failed") return t("answer.failed");
  const sentences = Math.max(1, text.match(SENTENCE)?.length ?? 1);
  return t("told.answered", {
    sentences: t("told.sentences", { count: sentences }),
    sources: t("told.sources", { count: citations.length }),
  });
}
