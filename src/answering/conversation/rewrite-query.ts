import type { PastTurn } from "../../storage/d1/answers/conversation.ts";
import { extractNames } from "./extract-names.ts";
import { contextDependenceOf } from "./context-dependence.ts";
import { cannedReply } from "./canned-reply.ts";
import { substituteEntity } from "./substitute-entity.ts";

/** A question rewritten with context from its conversation. */
export interface RewrittenQuery {
  /**
   * Context from the conversation: names, and the earlier question that this question follows. Empty for a
   * self-contained question.
   */
  readonly topic: string;
  /** The search query: the context and the question. */
  readonly query: string;
  /** True if the context applies only when the search results also cover the question itself. */
  readonly isUnsure: boolean;
}

/** Returns the interpreted question to show to the user. Empty if the conversation added nothing. */
export function interpretationOf(question: string, topic: string): string {
  return topic === "" ? "" : `${topic} ${question}`;
}

interface Topic {
  /** The last self-contained question. */
  readonly question: string;
  /** The last follow-up to `question`. */
  readonly followUp: string;
  readonly names: readonly string[];
}

/**
 * Adds context from the conversation to a question. Each question follows the last self-contained question or
 * starts a new topic.
 */
export function rewriteQuery(question: string, conversation: readonly PastTurn[]): RewrittenQuery {
  let topic: Topic | null = null;
  for (const turn of conversation) {
    if (cannedReply(turn.question) !== null) continue;
    topic = continueTopic(topic, turn);
  }
  const { kind, refersBack } = contextDependenceOf(question);
  if (topic === null || kind === "closed") return { topic: "", query: question, isUnsure: false };
  const said =
    substituteEntity(question, topic.question) ??
    [topic.question, topic.followUp].filter((each) => each !== "").join(" ");
  const lower = `${said} ${question}`.toLowerCase();
  const names = refersBack ? topic.names.filter((name) => !lower.includes(name.toLowerCase())) : [];
  const added = names.length === 0 ? said : `${said} (${names.join(", ")})`;
  return { topic: added, query: interpretationOf(question, added), isUnsure: kind === "unsure" };
}

function continueTopic(before: Topic | null, { question, quote }: PastTurn): Topic {
  const { kind } = contextDependenceOf(question);
  const names = extractNames(quote);
  if (before === null || kind === "closed") return { question, followUp: "", names };
  if (kind === "unsure") return { question, followUp: before.question, names };
  return { question: before.question, followUp: question, names: names.length > 0 ? names : before.names };
}
