import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { enhancePrompt } from "../../../services/search/enhance-prompt.ts";
import { defineOperation } from "../../operation.ts";
import { text } from "../../wire/fields.ts";
import { idField } from "../../wire/identifier.ts";

export const enhancePromptOperation = defineOperation({
  id: "enhancePrompt",
  method: "POST",
  path: "/v1/prompts/enhance",
  audience: "user",
  access: "`read` on the named thread; none without one",
  tag: "search",
  summary: "Improve a prompt before asking it.",
  description:
    "Corrects a word if no document in scope contains it and a document has a word at edit distance " +
    "1. Correct English words stay. References to the thread's conversation become explicit, as in " +
    "`provenance.interpretedAs`. The call asks, stores and changes nothing. A prompt without a " +
    "correction returns unchanged. If the operator has configured language models and the caller may " +
    "`chat` there, a model rewrites the prompt. The service takes the rewrite only if it keeps all " +
    "numbers and names; the other corrections stay among the suggestions.",
  changes: false,
  body: z.object({
    prompt: text(1, 32_768),
    threadId: idField("thread")
      .nullish()
      .default(null)
      .describe("The thread of the question; without it, the scope is every readable document."),
  }),
  example: { prompt: "When did the steam engin stop?", threadId: "thread_01h455vb4pex5vsknk084sn02q" },
  message: ({ data }) => `${countOf(data.suggestions.length, "suggestion")} found.`,
  data: z.object({
    prompt: z.string().describe("The improved prompt, or the original."),
    suggestions: z
      .array(z.string())
      .describe(
        "At most 5 alternatives, the most likely first: another spelling, a version with words from the conversation, or the original.",
      ),
  }),
  async handle(ctx, { body }) {
    const { prompt, suggestions, units } = await enhancePrompt(ctx, body);
    return { data: { prompt, suggestions: [...suggestions] }, units };
  },
});
