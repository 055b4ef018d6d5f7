import { loadStoredAnswer } from "../../answering/end-answer.ts";
import { withoutGoneSources } from "../../answering/gone-sources.ts";
import { CommitConflict, KEY_IS_NEW, KeyIsUsed } from "../../domain/conflicts.ts";
import type { ThreadEvent } from "../../domain/events.ts";
import type { Id } from "../../domain/ids.ts";
import { choiceAssertions, choiceStatements, findChosen, findReplaced } from "../../storage/d1/answers/answer-versions.ts";
import { commit } from "../../storage/d1/core/commit.ts";
import type { Database, Rows } from "../../storage/d1/core/database.ts";
import { findThreadLabel } from "../../storage/d1/threads/messages.ts";
import { chosenVersionEvent, openedVersionEvent } from "../protocol/message-events.ts";
import type { Turn } from "../queue/turn-store.ts";
import { questionOf } from "./question-of.ts";
import type { Stored, TurnOutcome } from "./turn-outcome.ts";
import { refusedAs, versionChangeOf, writerOfChange } from "./version-change.ts";

/**
 * Shows a version of an answer in the place of the one that is shown; once, however often it is called.
 * @throws what D1 throws; the turn is then to be stored again
 */
export async function storeChoice(db: Database, turn: Turn): Promise<TurnOutcome> {
  const choice = { ...versionChangeOf(turn), answerId: answerOf(turn) };
  const { answerId } = choice;
  const { writer, eventKey } = writerOfChange(db, turn);
  try {
    const rows = await commit(writer, {
      asserts: choiceAssertions(choice),
      writes: choiceStatements(db, choice),
      audit: { organizationId: turn.organizationId, targetId: answerId, changes: { answerTo: choice.slot.questionRowId } },
      returning: reads(db, turn, answerId),
    });
    return await told(db, turn, answerId, { rows, eventKey: eventKey() });
  } catch (error) {
    if (!(error instanceof CommitConflict)) throw error;
    const rows = await db.read(reads(db, turn, answerId));
    const isShown = rows.chosen[0]?.isShown === 1;
    // This turn chose it, and the room was lost before it could tell.
    if (isShown && rows.chosen[0]?.chosenAt === choice.at) return await told(db, turn, answerId, { rows, eventKey: "" });
    if (error instanceof KeyIsUsed) return { kind: "refused", code: KEY_IS_NEW, message: "Another request has this Idempotency-Key." };
    const isThereAlready = isShown && (error.assertion === "is_hidden" || error.assertion === "is_newest");
    return isThereAlready ? { kind: "resend", answerMessageId: null, transformationId: null } : refusedAs(error);
  }
}

function reads(db: Database, turn: Turn, answerId: Id<"msg">) {
  return {
    replaced: findReplaced(db, versionChangeOf(turn).slot, answerId),
    chosen: findChosen(db, answerId),
    labelled: findThreadLabel(db, turn.threadId),
  };
}

type Committed = { readonly rows: Rows<ReturnType<typeof reads>>; readonly eventKey: Stored["eventKey"] };

async function told(db: Database, turn: Turn, answerId: Id<"msg">, { rows, eventKey }: Committed): Promise<Stored> {
  const replaces = rows.replaced[0]?.id ?? "";
  const shown = { messageId: answerId, transformationId: rows.chosen[0]?.transformationId ?? "" };
  const event =
    rows.chosen[0]?.state === "pending"
      ? openedVersionEvent(turn, shown, rows.labelled[0]?.label ?? "", replaces)
      : await wholeEvent(db, turn, answerId, replaces);
  const stored = { kind: "stored" as const, events: [event], eventKey, scope: null, answered: null, thread: null, starts: [] };
  return { ...stored, shows: { shown: answerId, replaces } };
}

async function wholeEvent(db: Database, turn: Turn, answerId: Id<"msg">, replaces: string): Promise<ThreadEvent> {
  const { answer } = await loadStoredAnswer(db, questionOf({ ...turn, answerMessageId: answerId }));
  return chosenVersionEvent(turn, await withoutGoneSources(db, answer), replaces);
}

function answerOf({ slot }: Turn): Id<"msg"> {
  if (slot === null || slot.answerId === null) throw new Error("the turn chooses no answer");
  return slot.answerId;
}
