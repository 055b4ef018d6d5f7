import { abstentionSentence } from "../abstention.ts";
import type { WrittenAnswer } from "../answerer.ts";
import { EXTRACTIVE_MODEL } from "../../domain/extractive-model.ts";
import { countWords } from "../count-words.ts";
import { questionLanguage } from "../../text/question-language.ts";
import { isArithmetic } from "./arithmetic.ts";
import { replyToSmallTalk } from "./small-talk.ts";

/** Returns the canned reply to small talk or arithmetic, or null for a question about documents. */
export function cannedReply(message: string): string | null {
  if (isArithmetic(message)) return abstentionSentence(questionLanguage(message));
  return replyToSmallTalk(message);
}

/** Returns a complete answer that contains the canned reply. */
export function cannedAnswer(message: string, reply: string): WrittenAnswer {
  return {
    model: EXTRACTIVE_MODEL,
    parts: [reply],
    quotes: [],
    suggestions: [],
    inputTokens: countWords(message),
    outputTokens: countWords(reply),
  };
}
