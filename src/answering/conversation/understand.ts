import type { PastTurn } from "../../storage/d1/answers/conversation.ts";
import { namesIn } from "./names-in.ts";
import { opennessOf } from "./openness.ts";
import { replyAtOnce } from "./reply-at-once.ts";
import { withNameOf } from "./replaced-name.ts";

/** What a question means in its conversation. */
export interface Understood {
  /** What the conversation adds: the question that it continues from, and names; "" for a question that says all itself. */
  readonly topic: string;
  /** Both together, as it is searched for. */
  readonly whole: string;
  /** Whether the conversation is used only where it finds what the question says itself. */
  readonly isUnsure: boolean;
}

/** How a question was understood, for its asker; "" when the conversation added nothing. */
export function interpretationOf(question: string, topic: string): string {
  return topic === "" ? "" : `${topic} ${question}`;
}

interface Topic {
  /** The last question that said itself what it was about. */
  readonly question: string;
  /** The last one that continued it. */
  readonly followUp: string;
  readonly names: readonly string[];
}

/** Goes through the conversation from its oldest turn: each question continues from the last one that was complete in itself, or begins something new. */
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
