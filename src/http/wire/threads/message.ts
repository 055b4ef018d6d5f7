import { CONTRACT_KIND_VALUES, CONTRACT_KINDS } from "../../../domain/message-kind.ts";
import * as z from "zod";
import { ANSWER_STATES, stoppedBy } from "../../../domain/answer-state.ts";
import { parseStrings } from "../../../domain/asset.ts";
import { passedOver } from "../../../domain/events.ts";
import type { PassedOver } from "../../../domain/model-choice.ts";
import { type DeletedQuote, redact } from "../../../domain/redact.ts";
import type { CitationRow, MessageRow } from "../../../storage/d1/threads/thread-view.ts";
import { answerSentence, parseSentences } from "../../../domain/support.ts";
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
  droppedSentences: z
    .int()
    .min(0)
    .meta({ description: "Number of sentences that strict verification dropped." }),
  id: idBytes,
  importedAuthor: z.string().meta({
    description:
      'The author\'s name in the imported archive, for an author without an account; "" for other messages and for guests.',
  }),
  inReplyTo: nullableIdBytes,
  isComplete: z.boolean(),
  kind: z.enum(CONTRACT_KIND_VALUES),
  metadata,
  ownRating: z
    .enum(["good", "bad", ""])
    .meta({ description: 'The caller\'s rating of an answer; "" for none, and for guests.' }),
  passedOver: z.array(passedOver).meta({
    description:
      "The models that failed before the answer, in order, with the reason: a failure, no supported sentence (`nothing_stays`), or an " +
      "input above the context window (`too_long`). Names the reader if it read no passage and the words decided. Empty for guests.",
  }),
  processedByModel: z.string().meta({ description: 'The author model of an answer; "" for other messages.' }),
  recipients: z.array(z.string()),
  sentences: z.array(answerSentence).meta({
    description:
      "The marked parts of an answer's `content`, in order: sentences, list items, table rows and code blocks. " +
      "Empty for other messages, without verification, and if a cited document is deleted.",
  }),
  state: z.enum(ANSWER_STATES).meta({
    description:
      "`pending` while the service writes the answer; then `done`, `failed` (the content says why) or `cancelled`. " +
      "Other messages are `done`.",
  }),
  stoppedBy: nullableIdBytes.meta({
    description: "The user who stopped the answer; null for other messages, and if the service cancelled it.",
  }),
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
 */
export function presentMessage(row: MessageRow): z.input<typeof message> {
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
    importedAuthor: row.importedAuthor ?? "",
    inReplyTo: presentNullableId(row.inReplyTo),
    isComplete: row.state !== "pending",
    kind: CONTRACT_KINDS[row.kind],
    metadata: presentMetadata(row),
    ownRating: row.ownRating,
    passedOver: JSON.parse(row.passedOver) as PassedOver[],
    processedByModel: row.model,
    recipients: parseStrings(row.recipients),
    sentences: parseSentences(row.sentences),
    state: row.state,
    stoppedBy: presentNullableId(stoppedBy(row)),
    textSuggestions: parseStrings(row.textSuggestions),
    threadId: presentId(row.threadId),
    transformationQueue: ids(true),
    transformations: ids(false),
    version: row.version,
    worldKnowledge: row.worldKnowledge,
  };
}

export function presentMessages(
  messages: readonly MessageRow[],
  citations: readonly CitationRow[],
): z.input<typeof message>[] {
  return withoutGoneQuotes(messages, citations).map(presentMessage);
}

/** The messages without quotes, names and suggestions that come from deleted documents. */
export function withoutGoneQuotes<
  M extends Pick<MessageRow, "id" | "content" | "textSuggestions" | "sentences">,
>(messages: readonly M[], citations: readonly CitationRow[]): M[] {
  const gone = new Map<string, DeletedQuote[]>();
  for (const { goneName, messageId, quote, said } of citations) {
    if (goneName !== null)
      gone.set(messageId, [...(gone.get(messageId) ?? []), { quote, said, displayName: goneName }]);
  }
  return messages.map((message) => {
    const quotes = gone.get(message.id);
    return quotes === undefined
      ? message
      : { ...message, content: redact(message.content, quotes), textSuggestions: "[]", sentences: "[]" };
  });
}
