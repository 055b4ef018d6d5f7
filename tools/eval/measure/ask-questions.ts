import type { Conversation } from "../data/conversation.ts";
import type { Question } from "../data/data-set.ts";
import type { Asker, Reply, SearchReply } from "../service/asker.ts";
import { gradeTurn } from "./grade-turn.ts";

/** The service's maximum of search results. */
const DEPTH = 100;

export interface AskedQuestion {
  readonly question: Question;
  readonly search: SearchReply;
  readonly reply: Reply;
}

export interface AskedTurn {
  readonly conversation: string;
  readonly kind: string;
  readonly question: string;
  readonly reply: Reply;
  /** Null if the turn has no conditions. */
  readonly isRight: boolean | null;
}

/** Searches for a question and asks it in a new thread. */
export async function askQuestion(asker: Asker, question: Question): Promise<AskedQuestion> {
  const search = await asker.search(question.text, DEPTH);
  return { question, search, reply: await asker.ask(await asker.startThread(), question.text) };
}

/** Asks the turns of a conversation in order in one thread. */
export async function converse(asker: Asker, { id, turns }: Conversation): Promise<AskedTurn[]> {
  const threadId = await asker.startThread();
  const asked: AskedTurn[] = [];
  for (const turn of turns) {
    const reply = await asker.ask(threadId, turn.question);
    asked.push({
      conversation: id,
      kind: turn.kind,
      question: turn.question,
      reply,
      isRight: gradeTurn(turn, reply),
    });
  }
  return asked;
}
