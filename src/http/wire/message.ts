import * as z from "zod";
import { parseStrings } from "../../domain/asset.ts";
import type { MessageRow } from "../../storage/d1/thread-view.ts";
import { idBytes, nullableIdBytes, presentId, presentNullableId } from "./identifier.ts";
import { metadata, presentMetadata } from "./values.ts";

export const message = z.object({
  content: z.string(),
  createdBy: idBytes,
  id: idBytes,
  inReplyTo: nullableIdBytes,
  isComplete: z.boolean(),
  kind: z.enum(["promptV2", "textV1", "renameThreadV1"]),
  metadata,
  recipients: z.array(z.string()),
  textSuggestions: z.array(z.string()),
  threadId: idBytes,
  transformationQueue: z.array(z.string()),
  transformations: z.array(z.string()),
  version: z.int(),
  worldKnowledge: z.boolean(),
});

/** Presents messages with their transformations: an answer's is its prompt's, in the queue until it ends. */
export function presentMessages(rows: readonly MessageRow[]): z.input<typeof message>[] {
  const answersTo = Map.groupBy(
    rows.filter((row) => row.inReplyTo !== null),
    (row) => row.inReplyTo,
  );
  return rows.map((row) => presentMessage(row, answersTo.get(row.id) ?? []));
}

function presentMessage(row: MessageRow, answers: readonly MessageRow[]): z.input<typeof message> {
  const ids = (pending: boolean): string[] =>
    answers.flatMap((answer) =>
      (answer.state === "pending") === pending && answer.transformationId !== null ? [answer.transformationId] : [],
    );
  return {
    content: row.content,
    createdBy: presentId(row.createdBy),
    id: presentId(row.id),
    inReplyTo: presentNullableId(row.inReplyTo),
    isComplete: row.state !== "pending",
    kind: row.kind,
    metadata: presentMetadata(row),
    recipients: parseStrings(row.recipients),
    textSuggestions: parseStrings(row.textSuggestions),
    threadId: presentId(row.threadId),
    transformationQueue: ids(true),
    transformations: ids(false),
    version: row.version,
    worldKnowledge: row.worldKnowledge,
  };
}
