import { KeyIsUsed, MessageIsStored } from "../../domain/conflicts.ts";
import { ONE_QUESTION, type Quotas } from "../../domain/quota.ts";
import { quotaAssertions, quotaRejection } from "../../storage/d1/service/quotas.ts";
import { answerScopeQueries, toAnswerScope } from "../../storage/d1/answers/answer-scope.ts";
import {
  findAskedVersion,
  findReplaced,
  newVersionAssertions,
  newVersionStatements,
  type NewVersion,
  type VersionChange,
} from "../../storage/d1/answers/answer-versions.ts";
import type { Database } from "../../storage/d1/core/database.ts";
import { openedVersionEvent } from "../protocol/message-events.ts";
import type { Turn } from "../queue/turn-store.ts";
import { commitTurn } from "./commit-turn.ts";
import { isEndedKey, KEY_IS_USED, toRejection } from "./rejections.ts";
import { type Rejected, type Stored, stored, type TurnOutcome } from "./turn-outcome.ts";

/**
 * Stores a new pending version of an answer in place of the visible version. Idempotent.
 * @throws errors of D1, after which the caller stores the turn again
 */
export async function storeNewVersion(db: Database, turn: Turn, quotas: Quotas): Promise<TurnOutcome> {
  const asked = newVersionOf(turn);
  const asking = {
    quotas,
    organizationId: turn.organizationId,
    using: ONE_QUESTION,
    now: new Date(turn.acceptedAt),
  };
  try {
    const { rows, eventKey } = await commitTurn(db, turn, {
      asserts: [...newVersionAssertions(asked), ...quotaAssertions(asking)],
      writes: newVersionStatements(db, asked),
      audit: {
        targetId: asked.answerId,
        changes: { answerTo: asked.slot.questionRowId },
        usage: { questions: 1 },
      },
      returning: reads(db, turn, asked),
    });
    return { ...storedOf(turn, asked, rows), eventKey };
  } catch (error) {
    if (error instanceof MessageIsStored || error instanceof KeyIsUsed)
      return await resolve(db, turn, asked, KEY_IS_USED);
    const outcome = toRejection(error, await quotaRejection(db, error, asking));
    return isEndedKey(error) ? await resolve(db, turn, asked, outcome) : outcome;
  }
}

/**
 * Resolves a version that is already stored, by this turn or by an ended one.
 * @param unknown result if D1 does not contain the version
 */
async function resolve(db: Database, turn: Turn, asked: NewVersion, unknown: Rejected): Promise<TurnOutcome> {
  const { known, ...rows } = await db.read({ known: findAskedVersion(db, asked), ...reads(db, turn, asked) });
  const first = known[0];
  if (first === undefined) return unknown;
  if (first.id === asked.answerId) return storedOf(turn, asked, rows);
  return { kind: "resend", answerMessageId: first.id, transformationId: first.transformationId };
}

type Read = Parameters<typeof toAnswerScope>[0] & {
  readonly replaced: Awaited<ReturnType<typeof findReplaced>>;
};

function reads(db: Database, turn: Turn, { slot, answerId, by, threadId }: NewVersion) {
  return {
    replaced: findReplaced(db, slot, answerId),
    ...answerScopeQueries(db, by, threadId, answerId),
  };
}

function storedOf(
  turn: Turn,
  { answerId, transformationId }: NewVersion,
  { replaced, ...rows }: Read,
): Stored {
  const scope = toAnswerScope(rows);
  const replaces = replaced[0]?.id ?? "";
  const event = openedVersionEvent(turn, {
    messageId: answerId,
    transformationId,
    label: scope.threadLabel,
    replaces,
  });
  return stored([event], { scope, shows: { shown: answerId, replaces } });
}

function newVersionOf(turn: Turn): NewVersion {
  const { answerMessageId, transformationId, askedAs, extras } = turn;
  if (answerMessageId === null || askedAs === null) throw new Error("the turn asks for no version");
  const { verification } = extras;
  return { ...versionChangeOf(turn), answerId: answerMessageId, transformationId, askedAs, verification };
}

/** The version change that the turn requests. */
export function versionChangeOf({ threadId, slot, author, acceptedAt, ifVersion }: Turn): VersionChange {
  if (slot === null) throw new Error("the turn names no answer");
  return { threadId, slot, by: author.userId, at: acceptedAt, ifVersion };
}
