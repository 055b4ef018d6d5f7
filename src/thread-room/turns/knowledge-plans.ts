import * as z from "zod";
import type { RoomSql } from "../schema.ts";

const targets = z.object({ collectionIds: z.array(z.string()), assetIds: z.array(z.string()) });
const plan = z.object({
  homeId: z.string(),
  added: targets,
  removed: targets,
  world: z.object({ before: z.boolean(), after: z.boolean() }),
});

/** What a change really does. */
export type KnowledgePlan = z.output<typeof plan>;

/** What the changes that have not ended do: written down before D1 does it, as D1 does not tell afterwards what was new. */
export class KnowledgePlans {
  readonly #sql: RoomSql;

  constructor(sql: RoomSql) {
    this.#sql = sql;
  }

  put(turnSeq: number, made: KnowledgePlan): void {
    const put = "INSERT INTO knowledge_plans (turn_seq, plan) VALUES (?, ?) ON CONFLICT (turn_seq) DO UPDATE SET plan = excluded.plan";
    this.#sql.exec(put, turnSeq, JSON.stringify(made));
  }

  get(turnSeq: number): KnowledgePlan | null {
    const row = this.#sql.exec<{ plan: string }>("SELECT plan FROM knowledge_plans WHERE turn_seq = ?", turnSeq).toArray()[0];
    return row === undefined ? null : plan.parse(JSON.parse(row.plan));
  }

  remove(turnSeq: number): void {
    this.#sql.exec("DELETE FROM knowledge_plans WHERE turn_seq = ?", turnSeq);
  }
}
