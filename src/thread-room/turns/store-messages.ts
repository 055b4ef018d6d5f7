import { assertSources } from "../../answering/citations.ts";
import type { Draft } from "../../answering/draft-answer.ts";
import { SERVICE_USER_ID } from "../../domain/ids.ts";
import { ONE_QUESTION, type Quotas } from "../../domain/quota.ts";
import { labelFromPrompt } from "../../domain/thread-label.ts";
import { citeStatements } from "../../storage/d1/answers/answers.ts";
import { startForAnswer, startsOf } from "../../storage/d1/assets/deferred-assets.ts";
import { KeyIsUsed, MessageIsStored } from "../../domain/conflicts.ts";
import { assertStatements, commitAll } from "../../storage/d1/core/commit.ts";
import { quotaAssertions, quotaRejection } from "../../storage/d1/service/quotas.ts";
import type { Database, Statement } from "../../storage/d1/core/database.ts";
import {
  type AcceptedMessage,
  type MessageBatch,
  postAssertions,
  postStatements,
  storedRowId,
} from "../../storage/d1/threads/messages.ts";
import { isCampaign, type MessageTurn, type Turn } from "../queue/turn-store.ts";
import { turnWriterOf } from "./commit-turn.ts";
import { namedTargets } from "./named-targets.ts";
import { questionOf } from "./question-of.ts";
import { isEndedKey, toRejection } from "./rejections.ts";
import { resolveDuplicates } from "./resolve-duplicates.ts";
import { eventReads, storedOf } from "./event-reads.ts";
import { threadReads, threadRowsOf } from "./thread-reads.ts";
import type { ResolvedTurn, TurnBatch } from "./turn-outcome.ts";

/** Content per batch at most, in UTF-16 code units. */
const MAX_CONTENT = 256 * 1024;

/**
 * Number of turns at the head of the queue to store in one batch: independent texts, or one turn of any other
 * kind. The room stores a turn of an API key alone, with the rights of its key.
 */
export function batchSize(queue: readonly Turn[], isAwaited: (turn: Turn) => boolean): number {
  let size = 0;
  const end = queue.findIndex((turn) => {
    size += turn.content.length;
    const isBound = turn.ifVersion !== null || turn.idempotency !== null || turn.author.key !== null;
    return turn.kind !== "text" || isBound || isAwaited(turn) || size > MAX_CONTENT;
  });
  return Math.max(1, end === -1 ? queue.length : end);
}

interface Options {
  /** The answer to store with the question; null for a pending answer. */
  readonly draft: Draft | null;
  readonly messagesShown: number | null;
  readonly now: Date;
  readonly quotas: Quotas;
}

/**
 * Stores the messages of the turns in order, all or none. Idempotent. One batch asserts that the messages are
 * new and that their authors may post. It then inserts them (a question with its answer) and reads the data
 * of their events.
 * @returns the outcomes, without turns that the caller must store alone
 * @throws errors of D1 and SourcesHaveChanged, after which the caller stores the turns again
 */
export async function storeMessages(
  db: Database,
  turns: TurnBatch,
  { draft, messagesShown, now, quotas }: Options,
): Promise<readonly ResolvedTurn[]> {
  const [turn] = turns;
  const batch = turns.map(acceptedMessage) as unknown as MessageBatch;
  const changes = batch.map((message, at) => ({
    writer: turnWriterOf(turns[at] ?? turn),
    audit: auditOf(turn, message),
  }));
  // A question counts against the organization's quota. Its answer counts its tokens at its end.
  const using = batch[0].answer === null ? {} : ONE_QUESTION;
  const asking = { quotas, organizationId: turn.organizationId, using, now: new Date(turn.acceptedAt) };
  const answering = draft === null ? null : answerStatements(db, turn, draft, now);
  try {
    const { eventKeys, rows } = await commitAll<Record<string, Statement>>(
      db,
      answering === null ? changes : [...changes, answering.change],
      {
        asserts: [...postAssertions(batch), ...quotaAssertions(asking)],
        writes: [
          ...postStatements(db, batch, draft && { answer: draft.answer, at: now }),
          ...(answering?.writes ?? []),
        ],
        returning: {
          ...eventReads(db, turn, draft),
          ...threadReads(db, turn, messagesShown),
          ...answering?.returning,
        },
      },
    );
    const [thread, starts] = [threadRowsOf(rows), startsOf(rows)];
    const written = draft && { answer: draft.answer, at: now };
    return turns.map((each, at) => ({
      turn: each,
      outcome: { ...storedOf(each, rows, written), eventKey: eventKeys[at] ?? "", thread, starts },
    }));
  } catch (error) {
    if (error instanceof MessageIsStored || error instanceof KeyIsUsed)
      return await resolveDuplicates(db, turns);
    const outcome = toRejection(error, await quotaRejection(db, error, asking));
    // The room may have crashed after the write, and the API key may have ended since, so D1 shows whether
    // the message is stored.
    if (isEndedKey(error)) return await resolveDuplicates(db, turns, outcome);
    return turns.length > 1 ? [] : [{ turn, outcome }];
  }
}

/** The message in the form that D1 stores. */
function acceptedMessage(turn: MessageTurn): AcceptedMessage {
  const {
    messageId,
    rowId,
    threadId,
    kind,
    content,
    recipients,
    worldKnowledge,
    acceptedAt,
    ifVersion,
    answerMessageId,
    askedAs,
  } = turn;
  const named = namedTargets(turn);
  const answer = answerMessageId && {
    messageId: answerMessageId,
    transformationId: turn.transformationId,
    askedAs,
    verification: turn.extras.verification,
    named,
  };
  const label = kind === "prompt" ? labelFromPrompt(content) : kind === "rename" ? content : "";
  const said = { messageId, rowId, threadId, kind, content, recipients, worldKnowledge };
  return {
    ...said,
    authorId: turn.author.userId,
    acceptedAt,
    label,
    ifVersion,
    answer,
    isCampaign: isCampaign(turn),
  };
}

function auditOf({ organizationId }: MessageTurn, message: AcceptedMessage) {
  return {
    organizationId,
    targetId: storedRowId(message),
    usage: { questions: message.answer === null ? 0 : 1 },
  };
}

/**
 * The statements for a complete answer. They follow the question's rows, because the assertion of the asker's
 * access to the sources reads those rows.
 */
function answerStatements(db: Database, turn: MessageTurn, { answer, sources }: Draft, now: Date) {
  const { organizationId, operation, operationId } = turn;
  const units = answer.inputTokens + answer.outputTokens;
  const question = questionOf(turn);
  const waiting = startForAnswer(db, question, answer.scope, now);
  const plain = { threadId: question.threadId, answerMessageId: null, askerId: question.askerId };
  const asked = namedTargets(turn).length === 0 ? plain : question;
  return {
    change: {
      writer: { now, actorId: SERVICE_USER_ID, operation, operationId, idempotency: null },
      audit: {
        organizationId,
        targetId: answer.messageId,
        units,
        usage: { userId: question.askerId, ...answer.spent, ...answer.counts },
      },
    },
    writes: [
      ...assertStatements(db, assertSources(asked, sources)),
      ...citeStatements(db, answer, now),
      ...waiting.statements,
    ],
    returning: waiting.reads,
  };
}
