import { sql, type SQL } from "drizzle-orm";
import type { AnswerState } from "../../../domain/answer-state.ts";
import { type Id, SERVICE_USER_ID } from "../../../domain/ids.ts";
import type { RequestedVerification } from "../../../domain/verification-mode.ts";
import { isActiveUser, mayOnThread } from "../core/access.ts";
import type { Assertion } from "../core/commit.ts";
import type { Database, Statement } from "../core/database.ts";
import { isMessageOf } from "../threads/message-row-id.ts";
import { isCopyShareable } from "../threads/named-targets.ts";
import { bumpThread } from "../threads/bump-thread.ts";
import { hiddenPosition, MAX_VERSIONS, versionPositionOf } from "./version-positions.ts";

/** One answer slot of a question, which may have several versions. */
export interface AnswerSlot {
  /** Row id of the question. */
  readonly questionRowId: Id<"msg">;
  /** Number of the answer within a campaign; null for other answers. */
  readonly variant: number | null;
}

/** A change to the versions of an answer. The thread's room applies the change. */
export interface VersionChange {
  readonly threadId: Id<"thread">;
  readonly slot: AnswerSlot;
  readonly by: Id<"user">;
  /** Time of the change in milliseconds since 1970, later than every earlier change of the slot. */
  readonly at: number;
  /** The thread version that the caller requires; null accepts any version. */
  readonly ifVersion: number | null;
}

/** A requested version that the model has not generated yet. */
export interface NewVersion extends VersionChange {
  readonly answerId: Id<"msg">;
  readonly transformationId: string;
  /** Request id of this version, unique among the answers to the question. */
  readonly askedAs: string;
  readonly verification: RequestedVerification;
}

export interface AnswerVersion {
  readonly id: Id<"msg">;
  readonly variant: number | null;
  readonly version: number;
  readonly isShown: 0 | 1;
  readonly state: AnswerState;
  readonly verification: RequestedVerification;
}

export function findQuestion({ build }: Database, threadId: string, questionId: string) {
  return build.all<{
    readonly rowId: Id<"msg">;
    readonly content: string;
  }>(sql`SELECT pm.id AS "rowId", pm.content AS content
    FROM messages pm WHERE ${isMessageOf("pm", threadId, questionId)} AND pm.kind = 'prompt'`);
}

export function findVersions({ build }: Database, threadId: string, questionId: string) {
  return build.all<AnswerVersion>(sql`SELECT an.id AS id, an.variant AS variant, coalesce(an.answer_version, 1) AS version,
      an.position > 0 AS "isShown", an.state AS state, an.verification AS verification
    FROM messages pm CROSS JOIN messages an ON an.in_reply_to = pm.id
    WHERE ${isMessageOf("pm", threadId, questionId)} AND pm.kind = 'prompt' ORDER BY an.variant, an.answer_version`);
}

function isOfSlot(row: string, { questionRowId, variant }: AnswerSlot): SQL {
  return sql`${sql.raw(row)}.in_reply_to = ${questionRowId} AND ${sql.raw(row)}.variant IS ${variant}`;
}

/** The version of the slot that was shown last, other than `but`. */
function lastShown(slot: AnswerSlot, but: string): SQL {
  return sql`(SELECT ls.id FROM messages ls WHERE ${isOfSlot("ls", slot)} AND ls.id <> ${but}
    ORDER BY coalesce(ls.chosen_at, 0) DESC, ls.answer_version LIMIT 1)`;
}

function mayChange({ by, threadId, ifVersion }: VersionChange): Assertion[] {
  return [
    { name: "author", holds: isActiveUser(sql`${by}`) },
    { name: "read", holds: mayOnThread(sql`${by}`, sql`${threadId}`, "read") },
    { name: "chat", holds: mayOnThread(sql`${by}`, sql`${threadId}`, "chat") },
    ...(ifVersion === null
      ? []
      : [
          {
            name: "if_match" as const,
            holds: sql`(SELECT vt.version FROM threads vt WHERE vt.id = ${threadId}) = ${ifVersion}`,
          },
        ]),
  ];
}

/**
 * Asserts that the user may request a new version. `fresh` comes first, because a version stored by an
 * earlier attempt makes the other assertions irrelevant.
 */
export function newVersionAssertions(asked: NewVersion): Assertion[] {
  const { slot, threadId, by, answerId, askedAs } = asked;
  const count = sql`SELECT count(*) FROM messages cv WHERE ${isOfSlot("cv", slot)}`;
  return [
    {
      name: "fresh",
      holds: sql`NOT EXISTS (SELECT 1 FROM messages fa WHERE fa.in_reply_to = ${slot.questionRowId} AND fa.asked_as = ${askedAs})`,
    },
    ...mayChange(asked),
    {
      name: "is_ended",
      holds: sql`NOT EXISTS (SELECT 1 FROM messages pv WHERE ${isOfSlot("pv", slot)} AND pv.state = 'pending')`,
    },
    { name: "few_versions", holds: sql`(${count}) BETWEEN 1 AND ${MAX_VERSIONS - 1}` },
    { name: "named_is_shareable", holds: isCopyShareable(sql`${by}`, threadId, lastShown(slot, answerId)) },
  ];
}

/**
 * Puts the pending version into the slot, with a copy of the answer scope. Requires `newVersionAssertions`.
 */
export function newVersionStatements({ build }: Database, asked: NewVersion): Statement[] {
  const { threadId, slot, by, at, answerId, transformationId, askedAs, verification } = asked;
  const last = lastShown(slot, answerId);
  return [
    bumpThread(build, threadId, by, new Date(at), { added: 0, label: "" }),
    hideShown({ build }, slot),
    build.run(sql`INSERT INTO messages (id, thread_id, position, kind, content, state, world_knowledge, in_reply_to, variant, answer_version,
        transformation_id, asked_as, verification, asked_by, chosen_at, created_at, created_by, modified_at, modified_by)
      SELECT ${answerId}, lv.thread_id, ${versionPositionOf("lv")}, 'text', '', 'pending', lv.world_knowledge, lv.in_reply_to, lv.variant,
        (SELECT max(coalesce(mv.answer_version, 1)) + 1 FROM messages mv WHERE ${isOfSlot("mv", slot)}),
        ${transformationId}, ${askedAs}, ${verification}, ${by},
        max(${at}, (SELECT coalesce(max(mc.chosen_at), 0) + 1 FROM messages mc WHERE ${isOfSlot("mc", slot)})), ${at}, ${SERVICE_USER_ID}, ${at}, ${SERVICE_USER_ID}
      FROM messages lv WHERE lv.id = ${last}`),
    build.run(sql`INSERT INTO answer_scope (answer_id, thread_id, role, kind, grouping, target_id)
      SELECT ${answerId}, os.thread_id, os.role, os.kind, os.grouping, os.target_id FROM answer_scope os WHERE os.answer_id = ${last}`),
  ];
}

function hideShown({ build }: Pick<Database, "build">, { questionRowId, variant }: AnswerSlot): Statement {
  return build.run(sql`UPDATE messages SET position = ${hiddenPosition()}
    WHERE in_reply_to = ${questionRowId} AND variant IS ${variant} AND position > 0`);
}

export function findAskedVersion({ build }: Database, { slot, askedAs }: NewVersion) {
  return build.all<{ readonly id: Id<"msg">; readonly transformationId: string }>(sql`SELECT fv.id AS id,
      fv.transformation_id AS "transformationId" FROM messages fv WHERE fv.in_reply_to = ${slot.questionRowId} AND fv.asked_as = ${askedAs}`);
}

/** The version that this answer replaced, unless another version has replaced it since. */
export function findReplaced({ build }: Database, slot: AnswerSlot, answerId: string) {
  return build.all<{ readonly id: Id<"msg"> }>(
    sql`SELECT rv.id AS id FROM messages rv WHERE rv.id = ${lastShown(slot, answerId)}`,
  );
}

/**
 * Asserts that the version may be shown: the slot has no newer choice, and another version is visible now.
 */
export function choiceAssertions(choice: VersionChange & { readonly answerId: Id<"msg"> }): Assertion[] {
  const { slot, at, answerId } = choice;
  return [
    ...mayChange(choice),
    {
      name: "is_newest",
      holds: sql`NOT EXISTS (SELECT 1 FROM messages nv WHERE ${isOfSlot("nv", slot)} AND nv.chosen_at >= ${at})`,
    },
    {
      name: "is_hidden",
      holds: sql`EXISTS (SELECT 1 FROM messages hv WHERE hv.id = ${answerId} AND ${isOfSlot("hv", slot)} AND hv.position < 0)`,
    },
  ];
}

/** Shows this version in its slot. Requires `choiceAssertions`. */
export function choiceStatements(
  db: Database,
  { threadId, slot, by, at, answerId }: VersionChange & { readonly answerId: Id<"msg"> },
) {
  const shown = db.build.run(
    sql`UPDATE messages SET position = ${versionPositionOf("messages")}, chosen_at = ${at} WHERE id = ${answerId}`,
  );
  return [
    bumpThread(db.build, threadId, by, new Date(at), { added: 0, label: "" }),
    hideShown(db, slot),
    shown,
  ];
}

/** Whether the version is visible, and the time of the slot change that showed it. */
export function findChosen({ build }: Database, answerId: string) {
  return build.all<{
    readonly isShown: 0 | 1;
    readonly chosenAt: number | null;
    readonly state: AnswerVersion["state"];
    readonly transformationId: string | null;
  }>(
    sql`SELECT ch.position > 0 AS "isShown", ch.chosen_at AS "chosenAt", ch.state AS state, ch.transformation_id AS "transformationId" FROM messages ch WHERE ch.id = ${answerId}`,
  );
}
