import { countOf } from "../../../domain/count-of.ts";
import * as z from "zod";
import { enhancePrompt as enhance } from "../../../services/search/enhance-prompt.ts";
import { defineOperation } from "../../operation.ts";
import { text } from "../../wire/fields.ts";
import { idField } from "../../wire/identifier.ts";

export const enhancePrompt = defineOperation({
  id: "enhancePrompt",
  method: "POST",
  path: "/v1/prompts/enhance",
  who: "user",
  access: "`read` on the named thread; else the user themselves, with the words of what they may `read`",
  tag: "search",
  summary: "Put a prompt better before it is asked.",
  description:
    "A word that no document in scope holds is mended where a document has one that a single slip turns into it (English words that are right are left alone), and what continues from the thread's conversation is written out as its answer would understand it, which `provenance.interpretedAs` says in the same words. Nothing is asked, stored or changed. A prompt with nothing to mend comes back as it is. Where the operator has set up language models, one of them writes the prompt for callers who may `chat` there (in the thread, or in their own personal collection), which is taken if it asks for the same in the same figures and names; what was found without it is among the suggestions.",
  changes: false,
  body: z.object({
    prompt: text(1, 32_768),
    threadId: idField("thread")
      .nullish()
      .default(null)
      .describe("The thread that it is to be asked in; none: everything that the user may read is in scope."),
  }),
  example: { prompt: "When did the steam engin stop?", threadId: "thread_01h455vb4pex5vsknk084sn02q" },
  message: ({ data }) => `${countOf(data.suggestions.length, "suggestion")} found.`,
  data: z.object({
    prompt: z.string().describe("As it was, or better."),
    suggestions: z
      .array(z.string())
      .describe(
        "Other readings, the likelier first, at most 5: another spelling, the conversation written out where the prompt may stand alone, the prompt as it was.",
      ),
  }),
  async handle(ctx, { body }) {
    const { prompt, suggestions, units } = await enhance(ctx, body);
    return { data: { prompt, suggestions: [...suggestions] }, units };
  },
});
