import { vi } from "vitest";
import { testEnv } from "../setup/env.ts";

/** Presence cleanup, the outbox and vector progress write at times of their own and are not counted. */
const LATE = [
  /^delete from presence/i,
  /^(?:delete from|update) "?outbox"?/i,
  /^update assets set embedding /i,
];

type Send = () => Promise<D1Result[]>;

/**
 * Intercepts D1 batches of this isolate. `intercept` receives each batch, counted from 1, and sends it or
 * not. Ends with `vi.restoreAllMocks`.
 * @param about ids; batches that name none of them pass uncounted, such as those of rooms of an earlier test
 */
export function interceptBatches(
  intercept: (nth: number, send: Send, db: D1Database, texts: readonly string[]) => Promise<D1Result[]>,
  about: readonly string[] = [],
): void {
  const prototype = Object.getPrototypeOf(testEnv.DB) as {
    batch: (this: D1Database, statements: D1PreparedStatement[]) => Promise<D1Result[]>;
  };
  const { batch } = prototype;
  let batches = 0;
  vi.spyOn(prototype, "batch").mockImplementation(async function (this: D1Database, statements) {
    const texts = (statements as unknown as { readonly statement: string }[]).map(
      ({ statement }) => statement,
    );
    if (texts.every((text) => LATE.some((late) => late.test(text))) || !bindsAny(statements, about))
      return batch.call(this, statements);
    batches += 1;
    return intercept(batches, () => batch.call(this, statements), this, texts);
  });
}

/** Whether a batch binds one of the ids. Without ids, every batch counts. */
export function bindsAny(statements: readonly D1PreparedStatement[], ids: readonly string[]): boolean {
  const values = JSON.stringify(
    statements.map((statement) => (statement as unknown as { readonly params: unknown }).params),
  );
  return ids.length === 0 || ids.some((id) => values.includes(id));
}

/**
 * Makes the next `callers` calls all finish their reads before any of them writes. Ends with
 * `vi.restoreAllMocks`.
 */
export function readBeforeAnyWrites(callers: number, about: readonly string[] = []): void {
  const allHaveRead = Promise.withResolvers<undefined>();
  interceptBatches(async (nth, send) => {
    const results = await send();
    if (nth === callers) allHaveRead.resolve(undefined);
    if (nth <= callers) await allHaveRead.promise;
    return results;
  }, about);
}
