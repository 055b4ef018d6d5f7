import { labelFromPrompt } from "../../../domain/thread-label.ts";
import type { TaskField } from "./parse-chat-task.ts";

const MAX_TITLE_CHARS = 50;
const MAX_TAGS = 3;

/**
 * Answers a task of a chat client from the words of the question: with a title, or with the requested JSON
 * object.
 */
export function answerChatTask(question: string, fields: readonly TaskField[] | null): string {
  if (fields === null) return titleOf(question);
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field.name, valueOf(question, field)])));
}

/** The names are those of Open WebUI. Unknown lists stay empty, because clients accept that. */
function valueOf(question: string, { name, isList }: TaskField): string | readonly string[] {
  if (isList) return name === "tags" ? tagsOf(question) : name === "queries" ? [question] : [];
  // The continuation of an unfinished message.
  if (name === "text") return "";
  return name === "prompt" ? question : titleOf(question);
}

/** The beginning of the question without closing punctuation, cut between words. */
function titleOf(question: string): string {
  const label = labelFromPrompt(question);
  const characters = Array.from(label);
  const head = characters.slice(0, MAX_TITLE_CHARS + 1).join("");
  const isLong = characters.length > MAX_TITLE_CHARS;
  const space = isLong ? head.lastIndexOf(" ") : -1;
  const title = space > 0 ? head.slice(0, space) : characters.slice(0, MAX_TITLE_CHARS).join("");
  return withoutClosing(title) || label;
}

const CLOSING = /[\p{P}\s]$/u;

function withoutClosing(text: string): string {
  let kept = text;
  while (CLOSING.test(kept)) kept = kept.slice(0, -1);
  return kept;
}

/** The longest words of the question in their order, because function words are short. */
function tagsOf(question: string): string[] {
  const words = [...new Set(labelFromPrompt(question).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])];
  const longest = words.toSorted((one, other) => other.length - one.length).slice(0, MAX_TAGS);
  return words.filter((word) => longest.includes(word));
}
