import { CONTRACT_KIND_VALUES, CONTRACT_KINDS } from "../../../domain/message-kind.ts";
import * as z from "zod";
import { parseStrings } from "../../../domain/asset.ts";
import { passedOver } from "../../../domain/events.ts";
import { EXTRACTIVE_MODEL } from "../../../domain/extractive-model.ts";
import type { PassedOver } from "../../../domain/model-choice.ts";
import { type DeletedQuote, redact } from "../../../domain/redact.ts";
import { deriveLead } from "../../../domain/verification/derive-lead.ts";
import type { CitationRow, MessageRow } from "../../../storage/d1/threads/thread-view.ts";
import { idBytes, nullableIdBytes, presentId, presentNullableId } from "../identifier.ts";
import { metadata, presentMetadata } from "../values.ts";

export const message = z.object({
  answerVersion: z
    .int()
    .min(0)
    .meta({ description: "The version of an answer, from 1; 0 for other messages." }),
  answerVersions: z.int().min(0).meta({ description: "Number of versions of an answer." }),
  content: z.string(),
  createdBy: idBytes,
  droppedSentences: z.int().min(0).meta({ description: "Number of removed model sentences of an answer." }),
  id: idBytes,
  inReplyTo: nullableIdBytes,
  isComplete: z.boolean(),
  kind: z.enum(CONTRACT_KIND_VALUES),
  lead: z.string().meta({
    description:
      'The short answer in the first quote of an extractive answer: a word, a number, a name or a day, such as "Yes" or "12". ' +
      'Derived, not quoted. "": none.',
  }),
  metadata,
  passedOver: z.array(passedOver).meta({
    description:
      "The language models that failed before the one that answered, in order, with the reason: a failure, no supported sentence " +
      "(`nothing_stays`), or an input above the context window (`too_long`). Empty for guests.",
  }),
  processedByModel: z.string().meta({ description: 'The author model of an answer; "" for other messages.' }),
  recipients: z.array(z.string()),
  textSuggestions: z.array(z.string()),
  threadId: idBytes,
  transformationQueue: z.array(z.string()),
  transformations: z.array(z.string()),
  version: z.int(),
  worldKnowledge: z.boolean(),
});

const storedAnswers = z.array(z.tuple([z.string().nullable(), z.literal([0, 1])]));

/**
 * Presents a message with its transformations. An answer's transformation is that of its prompt, in state
 * `queued` until the answer ends.
 * @param lead the short answer
 */
export function presentMessage(row: MessageRow, lead: string): z.input<typeof message> {
  const answers = storedAnswers.parse(JSON.parse(row.answers));
  const ids = (pending: boolean): string[] =>
    answers.flatMap(([id, isPending]) => ((isPending === 1) === pending && id !== null ? [id] : []));
  return {
    answerVersion: row.versions === 0 ? 0 : (row.answerVersion ?? 1),
    answerVersions: row.versions,
    content: row.content,
    createdBy: presentId(row.createdBy),
    droppedSentences: row.droppedSentences,
    id: presentId(row.knownAs),
    inReplyTo: presentNullableId(row.inReplyTo),
    isComplete: row.state !== "pending",
    kind: CONTRACT_KINDS[row.kind],
    lead,
    metadata: presentMetadata(row),
    passedOver: JSON.parse(row.passedOver) as PassedOver[],
    processedByModel: row.model,
    recipients: parseStrings(row.recipients),
    textSuggestions: parseStrings(row.textSuggestions),
    threadId: presentId(row.threadId),
    transformationQueue: ids(true),
    transformations: ids(false),
    version: row.version,
    worldKnowledge: row.worldKnowledge,
  };
}

/**
 * The short answer from an answer's first quote, if the quote is still visible.
 * @param question text of the question; undefined if unknown
 */
export function leadOf(
  { id, model }: Pick<MessageRow, "id" | "model">,
  question: string | undefined,
  citations: readonly CitationRow[],
): string {
  if (question === undefined || model !== EXTRACTIVE_MODEL) return "";
  const first = citations.find(({ messageId, ordinal }) => messageId === id && ordinal === 1);
  return first === undefined || first.goneName !== null ? "" : deriveLead(question, first.quote);
}

/** The messages of a thread, with the short answers. */
export function presentMessages(
  messages: readonly MessageRow[],
  citations: readonly CitationRow[],
): z.input<typeof message>[] {
  const questions = new Map<string, string>(messages.map(({ knownAs, content }) => [knownAs, content]));
  return withoutGoneQuotes(messages, citations).map((row) =>
    presentMessage(row, leadOf(row, questions.get(row.inReplyTo ?? ""), citations)),
  );
}

/** The messages without quotes, names and suggestions that come from deleted documents. */
export function withoutGoneQuotes<M extends Pick<MessageRow, "id" | "content" | "textSuggestions">>(
  messages: readonly M[],
  citations: readonly CitationRow[],
): M[] {
  const gone = new Map<string, DeletedQuote[]>();
  for (const { goneName, messageId, quote, said } of citations) {
    if (goneName !== null)
      gone.set(messageId, [...(gone.get(messageId) ?? []), { quote, said, displayName: goneName }]);
  }
  return messages.map((message) => {
    const quotes = gone.get(message.id);
    return quotes === undefined
      ? message
      : { ...message, content: redact(message.content, quotes), textSuggestions: "[]" };
  });
}
