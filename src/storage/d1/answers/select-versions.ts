import { sql, type SQL } from "drizzle-orm";
import type { Id } from "../../../domain/ids.ts";
import type { Page } from "../../../domain/page.ts";
import type { Database, Rows } from "../core/database.ts";
import { citations, messages } from "../schema/threads.ts";
import { selectPeople } from "../users/people.ts";
import { isMessageOf } from "../threads/message-row-id.ts";
import { citationColumns, messageColumns } from "../threads/thread-view.ts";

export interface VersionListing extends Page {
  readonly threadId: string;
  readonly questionId: string;
  readonly newestFirst: boolean;
}

export type VersionRows = Rows<ReturnType<typeof selectVersions>>;

/**
 * A page of the versions of a question's answers with their citations, and the number of versions.
 * @param viewer SQL that yields the viewer's user id
 */
export function selectVersions(db: Database, viewer: SQL, listing: VersionListing) {
  const { build } = db;
  const all = (
    columns: SQL,
  ): SQL => sql`SELECT ${columns} FROM messages lq CROSS JOIN messages la ON la.in_reply_to = lq.id
    WHERE ${isMessageOf("lq", listing.threadId, listing.questionId)} AND lq.kind = 'prompt'`;
  const direction = sql.raw(listing.newestFirst ? "DESC" : "ASC");
  const page = sql`${all(sql`la.id`)} ORDER BY la.variant, la.answer_version ${direction} LIMIT ${listing.limit} OFFSET ${listing.offset}`;
  const asker = sql<
    Id<"user">
  >`coalesce("messages"."asked_by", (SELECT la.created_by FROM messages la WHERE la.id = "messages"."in_reply_to"))`;
  return {
    total: build.all<{ readonly count: number }>(all(sql`count(*) AS count`)),
    answers: build
      .select({ ...messageColumns(sql``, viewer), asker: asker.as("asker") })
      .from(messages)
      .where(sql`${messages.id} IN (${page})`)
      .orderBy(messages.variant, sql`${messages.answerVersion} ${direction}`),
    citations: build
      .select(citationColumns())
      .from(citations)
      .where(sql`${citations.messageId} IN (${page})`)
      .orderBy(citations.messageId, citations.ordinal),
    people: selectPeople(db, peopleOf(page)),
  };
}

/** Ids of the users who requested the versions, and of those who stopped one. */
function peopleOf(page: SQL): SQL {
  return sql`SELECT coalesce(pv.asked_by, (SELECT pq.created_by FROM messages pq WHERE pq.id = pv.in_reply_to)) FROM messages pv WHERE pv.id IN (${page})
    UNION SELECT ps.modified_by FROM messages ps WHERE ps.id IN (${page}) AND ps.state = 'cancelled'`;
}
