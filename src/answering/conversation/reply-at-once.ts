import { abstentionSentence } from "../abstention.ts";
import type { WrittenAnswer } from "../answerers/answerer.ts";
import { EXTRACTIVE_MODEL } from "../../domain/extractive-model.ts";
import { countWords } from "../count-words.ts";
import { questionLanguage } from "../../text/question-language.ts";
import { isArithmetic } from "./arithmetic.ts";
import { replyToSmallTalk } from "./small-talk.ts";

/** What to say when nothing is to be looked up: a friendly word to small talk, a refusal to a sum. Null for a question about documents. */
export function replyAtOnce(message: string): string | null {
  if (isArithmetic(message)) return abstentionSentence(questionLanguage(message));
  return replyToSmallTalk(message);
}

/** A reply as an answerer would have written it. */
export function writtenReply(message: string, reply: string): WrittenAnswer {
  return {
    model: EXTRACTIVE_MODEL,
    parts: [reply],
    quotes: [],
    suggestions: [],
    inputTokens: countWords(message),
    outputTokens: countWords(reply),
  };
}
