import { resyncFrame, type ThreadEvent } from "../../domain/events.ts";
import type { RoomSql } from "../schema.ts";
import { ShownAssets } from "./shown-assets.ts";

/** Limits of the log. The log drops the oldest events beyond them. */
export interface LogBounds {
  readonly events: number;
  readonly bytes: number;
}

export const LOG_BOUNDS: LogBounds = { events: 10_000, bytes: 8 * 1024 * 1024 };

type LogState = { last_seq: number; first_seq: number; bytes: number };

/**
 * A thread's events, numbered from 1 without gaps. The log never reuses a number, even after dropping events.
 * Call `append` in the transaction of the change that the event reports, so a crash leaves both or neither.
 */
export class EventLog {
  readonly #sql: RoomSql;
  readonly #bounds: LogBounds;
  readonly #shown: ShownAssets;

  constructor(sql: RoomSql, bounds: LogBounds = LOG_BOUNDS) {
    this.#sql = sql;
    this.#shown = new ShownAssets(sql);
    this.#bounds = bounds;
  }

  /** @returns the frames to send, each with its `seq` */
  append(events: readonly ThreadEvent[]): string[] {
    const state = this.#state();
    const frames = events.map((event, position) =>
      JSON.stringify({ ...event, seq: state.last_seq + position + 1 }),
    );
    for (const [position, frame] of frames.entries()) {
      this.#insert(state, frame);
      this.#shown.note(events[position]!, state.last_seq);
    }
    this.#drop(state);
    return frames;
  }

  /**
   * Appends a resync event: clients read the thread again, including clients that reconnect later.
   * Consecutive resync events collapse into one. Call it within a transaction.
   * @returns the frame
   */
  appendResync(): string {
    const state = this.#state();
    const newest = this.#sql
      .exec<{ frame: string }>("SELECT frame FROM events WHERE seq = ?", state.last_seq)
      .toArray()[0];
    if (newest?.frame === resyncFrame(state.last_seq)) {
      this.#sql.exec("DELETE FROM events WHERE seq = ?", state.last_seq);
      state.bytes -= byteLength(resyncFrame(state.last_seq));
      if (state.first_seq === state.last_seq) state.first_seq += 1;
    }
    const frame = resyncFrame(state.last_seq + 1);
    this.#insert(state, frame);
    this.#drop(state);
    return frame;
  }

  /** Deletes all events. Later events continue the numbers. Call it within a transaction. */
  clear(): void {
    this.#sql.exec("DELETE FROM events");
    this.#sql.exec("DELETE FROM shown_assets");
    this.#sql.exec("UPDATE log_state SET first_seq = last_seq + 1, bytes = 0");
  }

  count(): number {
    return this.#sql.exec<{ n: number }>("SELECT count(*) AS n FROM events").one().n;
  }

  /** Assets whose names or content appear in events after `since`, at most `limit`. */
  assetsShownAfter(since: number, limit: number): string[] {
    return this.#shown.after(since, limit);
  }

  lastSeq(): number {
    return this.#state().last_seq;
  }

  /**
   * The frames for a socket that has all events up to `since`; 0 requests all stored events. If the log has
   * dropped requested events, or never reached `since`, yields one resync frame.
   */
  *since(since: number): Generator<string> {
    const { last_seq: last, first_seq: first } = this.#state();
    if (since > last || (since > 0 && since < first - 1)) {
      yield resyncFrame(last);
      return;
    }
    for (const row of this.#sql.exec<{ frame: string }>(
      "SELECT frame FROM events WHERE seq > ? ORDER BY seq",
      since,
    ))
      yield row.frame;
  }

  #insert(state: LogState, frame: string): void {
    const bytes = byteLength(frame);
    state.last_seq += 1;
    state.bytes += bytes;
    this.#sql.exec("INSERT INTO events (seq, frame, bytes) VALUES (?, ?, ?)", state.last_seq, frame, bytes);
  }

  /** Drops the oldest events over the limits. The newest event stays, however large. */
  #drop(state: LogState): void {
    const oldest = this.#sql.exec<{ seq: number; bytes: number }>(
      "SELECT seq, bytes FROM events WHERE seq < ? ORDER BY seq",
      state.last_seq,
    );
    for (const { seq, bytes } of oldest) {
      if (state.last_seq - state.first_seq < this.#bounds.events && state.bytes <= this.#bounds.bytes) break;
      state.first_seq = seq + 1;
      state.bytes -= bytes;
    }
    this.#sql.exec("DELETE FROM events WHERE seq < ?", state.first_seq);
    this.#shown.drop(state.first_seq);
    this.#sql.exec(
      "UPDATE log_state SET last_seq = ?, first_seq = ?, bytes = ?",
      state.last_seq,
      state.first_seq,
      state.bytes,
    );
  }

  #state(): LogState {
    return this.#sql.exec<LogState>("SELECT last_seq, first_seq, bytes FROM log_state").one();
  }
}

const encoder = new TextEncoder();

function byteLength(text: string): number {
  return encoder.encode(text).length;
}
