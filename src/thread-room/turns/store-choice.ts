import { loadStoredAnswer } from "../../answering/finalize-answer.ts";
import { redactDeletedSources } from "../../answering/redact-deleted-sources.ts";
import { CommitConflict, KeyIsUsed } from "../../domain/conflicts.ts";
import type { Id } from "../../domain/ids.ts";
import {
  choiceAssertions,
  choiceStatements,
  findChosen,
  findReplaced,
} from "../../storage/d1/answers/answer-versions.ts";
import type { Database, Rows } from "../../storage/d1/core/database.ts";
import { findThreadLabel } from "../../storage/d1/threads/messages.ts";
import { answerEvents, openedVersionEvent } from "../protocol/message-events.ts";
import type { Turn } from "../queue/turn-store.ts";
import { commitTurn } from "./commit-turn.ts";
import { questionOf } from "./question-of.ts";
import { KEY_IS_USED, toRejection } from "./rejections.ts";
import { versionChangeOf } from "./store-new-version.ts";
import { type Stored, stored, type TurnOutcome } from "./turn-outcome.ts";

/**
 * Shows another version of an answer. Idempotent.
 * @throws errors of D1, after which the caller stores the turn again
 */
export async function storeChoice(db: Database, turn: Turn): Promise<TurnOutcome> {
  const choice = { ...versionChangeOf(turn), answerId: answerOf(turn) };
  const { answerId } = choice;
  try {
    const { rows, eventKey } = await commitTurn(db, turn, {
      asserts: choiceAssertions(choice),
      writes: choiceStatements(db, choice),
      audit: { targetId: answerId, changes: { answerTo: choice.slot.questionRowId } },
      returning: reads(db, turn, answerId),
    });
    return { ...(await shown(db, turn, answerId, rows)), eventKey };
  } catch (error) {
    if (!(error instanceof CommitConflict)) throw error;
    const rows = await db.read(reads(db, turn, answerId));
    const isShown = rows.chosen[0]?.isShown === 1;
    // This turn made the choice before the room crashed.
    if (isShown && rows.chosen[0]?.chosenAt === choice.at) return await shown(db, turn, answerId, rows);
    if (error instanceof KeyIsUsed) return KEY_IS_USED;
    const isThereAlready = isShown && (error.assertion === "is_hidden" || error.assertion === "is_newest");
    return isThereAlready
      ? { kind: "resend", answerMessageId: null, transformationId: null }
      : toRejection(error);
  }
}

function reads(db: Database, turn: Turn, answerId: Id<"msg">) {
  return {
    replaced: findReplaced(db, versionChangeOf(turn).slot, answerId),
    chosen: findChosen(db, answerId),
    labelled: findThreadLabel(db, turn.threadId),
  };
}

type ChoiceRows = Rows<ReturnType<typeof reads>>;

async function shown(
  db: Database,
  turn: Turn,
  answerId: Id<"msg">,
  { replaced, chosen, labelled }: ChoiceRows,
): Promise<Stored> {
  const replaces = replaced[0]?.id ?? "";
  const shows = { shown: answerId, replaces };
  if (chosen[0]?.state === "pending") {
    const opened = {
      messageId: answerId,
      transformationId: chosen[0].transformationId ?? "",
      label: labelled[0]?.label ?? "",
      replaces,
    };
    return stored([openedVersionEvent(turn, opened)], { shows });
  }
  const { answer } = await loadStoredAnswer(db, questionOf({ ...turn, answerMessageId: answerId }));
  const whole = await redactDeletedSources(db, answer);
  return stored(answerEvents(turn, { ...whole, parts: [whole.content] }, turn.acceptedAt, replaces), {
    shows,
  });
}

function answerOf({ slot }: Turn): Id<"msg"> {
  if (slot === null || slot.answerId === null) throw new Error("the turn chooses no answer");
  return slot.answerId;
}
