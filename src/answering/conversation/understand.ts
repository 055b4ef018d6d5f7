import type { PastTurn } from "../../storage/d1/answers/conversation.ts";
import { namesIn } from "./names-in.ts";
import { opennessOf } from "./openness.ts";
import { replyAtOnce } from "./reply-at-once.ts";
import { withNameOf } from "./replaced-name.ts";

/** A question rewritten with its conversation. */
export interface Understood {
  /**
   * Context from the conversation: the question that it follows, and names. Empty for a self-contained
   * question.
   */
  readonly topic: string;
  /** The search query: context and question. */
  readonly whole: string;
  /** True when the context is only used if the results also cover the question itself. */
  readonly isUnsure: boolean;
}

/** The interpreted question that the client is shown. Empty when the conversation added nothing. */
export function interpretationOf(question: string, topic: string): string {
  return topic === "" ? "" : `${topic} ${question}`;
}

interface Topic {
  /** The last self-contained question. */
  readonly question: string;
  /** The last follow-up to it. */
  readonly followUp: string;
  readonly names: readonly string[];
}

/**
 * Walks through the conversation, oldest turn first. Each question follows the last self-contained question
 * or starts a new topic.
 */
export function understand(question: string, conversation: readonly PastTurn[]): Understood {
  let topic: Topic | null = null;
  for (const turn of conversation) {
    if (replyAtOnce(turn.question) !== null) continue;
    topic = goOn(topic, turn);
  }
  const { kind, refers } = opennessOf(question);
  if (topic === null || kind === "closed") return { topic: "", whole: question, isUnsure: false };
  const said = withNameOf(question, topic.question) ?? [topic.question, topic.followUp].filter((each) => each !== "").join(" ");
  const lower = `${said} ${question}`.toLowerCase();
  const names = refers ? topic.names.filter((name) => !lower.includes(name.toLowerCase())) : [];
  const added = names.length === 0 ? said : `${said} (${names.join(", ")})`;
  return { topic: added, whole: interpretationOf(question, added), isUnsure: kind === "unsure" };
}

function goOn(before: Topic | null, { question, quote }: PastTurn): Topic {
  const { kind } = opennessOf(question);
  const names = namesIn(quote);
  if (before === null || kind === "closed") return { question, followUp: "", names };
  if (kind === "unsure") return { question, followUp: before.question, names };
  return { question: before.question, followUp: question, names: names.length > 0 ? names : before.names };
}
