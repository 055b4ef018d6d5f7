import type { Id } from "../../../src/domain/ids.ts";
import type { JobStores } from "../../../src/jobs/job-context.ts";
import { platformOf } from "../../../src/platform.ts";
import { createDatabase } from "../../../src/storage/d1/core/database.ts";
import { testEnv } from "../setup/env.ts";

/** Thrown at the call where a job is cut off. */
export class JobCutOff extends Error {}

type Method = (...args: unknown[]) => Promise<unknown>;

/**
 * The object with counted methods, any of which may be the last. Stubs have no `apply`, so methods are called
 * by name.
 */
function counted<T extends object>(
  real: T,
  call: <R>(work: () => Promise<R>) => Promise<R>,
  methods: readonly (keyof T)[],
): T {
  const target = real as Record<string | symbol, Method>;
  return new Proxy(real, {
    get(_, name) {
      if (typeof target[name] !== "function") return target[name];
      const invoke = async (...args: unknown[]): Promise<unknown> => await target[name]?.(...args);
      return methods.includes(name as keyof T)
        ? async (...args: unknown[]) => await call(async () => await invoke(...args))
        : invoke;
    },
  });
}

/**
 * A job context over the real stores. The `nth` store call, counted from 1, is cut off before or after it
 * completes.
 * @returns the context and the number of calls
 */
export function crashJobAt(
  nth: number,
  when: "before" | "after",
): { readonly ctx: JobStores; readonly calls: () => number } {
  let calls = 0;
  const call = async <R>(work: () => Promise<R>): Promise<R> => {
    calls += 1;
    const isLast = calls === nth;
    if (isLast && when === "before") throw new JobCutOff();
    const result = await work();
    if (isLast) throw new JobCutOff();
    return result;
  };
  const { bucket, index, pipeline, room, bulkIngest } = platformOf(testEnv);
  const platform = {
    cleanStores: async () => {},
    bucket: counted(bucket, call, ["delete", "list", "put"]),
    index: (...of: Parameters<typeof index>) =>
      counted(index(...of), call, ["purgeAsset", "setAssetCollections", "replaceAsset"]),
    pipeline: (id: Id<"asset">) => counted(pipeline(id), call, ["purge"]),
    bulkIngest: (id: string) => counted(bulkIngest(id), call, ["purge"]),
    room: (id: Id<"thread">) => counted(room(id), call, ["deleteAll", "dropEvents", "recheckAccess"]),
  };
  const db = createDatabase(testEnv.DB);
  const kept = {
    ...db,
    read: async (queries: never) => await call(async () => await db.read(queries)),
    write: async (statements: never) => await call(async () => await db.write(statements)),
  };
  return { ctx: { db: kept as typeof db, platform: platform as never }, calls: () => calls };
}
