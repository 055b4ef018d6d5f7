import { runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import { openRoom, type Workplace } from "../rows/workplace.ts";

/** More than any turn of a test needs: five attempts and a few alarms without work. */
const MAX_ALARMS = 400;
/** Longer than the platform's own alarm runs. */
const MAX_MS = 10_000;

/** The work that a room's storage still lists. */
interface Outstanding {
  /** Whether it has turns or plans to look for some. */
  readonly isBusy: boolean;
  /** The platform's alarm, in milliseconds since 1970. */
  readonly alarmAt: number | null;
}

/** Retries if the room is aborted during the call. */
export async function outstandingWork(place: Workplace): Promise<Outstanding> {
  const ask = (): Promise<Outstanding> => runInDurableObject(openRoom(place), (_, state) => read(state));
  return await ask().catch(ask);
}

/** Runs the room's alarm like the platform: an alarm that fails or is cut off stays and runs again. */
export async function fireAlarm(place: Workplace): Promise<void> {
  await fire(place, ({ alarmAt }) => alarmAt !== null);
}

/**
 * Advances time and fires alarms, as the platform does, until the room has no work left. Needs a faked
 * `Date`.
 * @throws if work is left and no alarm would ever wake the room
 */
export async function drainRoom(place: Workplace): Promise<void> {
  for (let alarms = 0; alarms < MAX_ALARMS; alarms += 1) {
    const found = await fire(place, ({ isBusy, alarmAt }) => {
      if (isBusy && alarmAt !== null && alarmAt > Date.now()) vi.setSystemTime(alarmAt);
      return isBusy && alarmAt !== null;
    });
    if (found !== null && !found.isBusy) return;
    if (found?.alarmAt === null) await untilAwaited(place);
  }
  throw new Error(`the room is not done after ${MAX_ALARMS} alarms`);
}

/** @returns the work before the alarm, or null if the room was aborted */
async function fire(place: Workplace, fires: (found: Outstanding) => boolean): Promise<Outstanding | null> {
  let firedAt: number | null = null;
  try {
    return await runInDurableObject(openRoom(place), async (room, state) => {
      const found = await read(state);
      if (!fires(found)) return found;
      firedAt = found.alarmAt;
      await state.storage.deleteAlarm();
      await room.alarm();
      return found;
    });
  } catch {
    await runInDurableObject(openRoom(place), async (_, { storage }) => {
      if (firedAt !== null && (await storage.getAlarm()) === null) await storage.setAlarm(firedAt);
    }).catch(() => undefined);
    return null;
  }
}

/** No alarm is set while the platform runs one. */
async function untilAwaited(place: Workplace): Promise<void> {
  const isAwaited = async (): Promise<boolean> => {
    const { isBusy, alarmAt } = await outstandingWork(place);
    return alarmAt !== null || !isBusy;
  };
  try {
    await vi.waitUntil(isAwaited, { interval: 5, timeout: MAX_MS });
  } catch (error) {
    throw new Error("the room has something to do, and no alarm will wake it", { cause: error });
  }
}

async function read({ storage }: DurableObjectState): Promise<Outstanding> {
  const left =
    "SELECT EXISTS (SELECT 1 FROM turns) OR EXISTS (SELECT 1 FROM alarms WHERE name = 'turns') AS is_busy";
  return {
    isBusy: storage.sql.exec<{ is_busy: number }>(left).one().is_busy === 1,
    alarmAt: await storage.getAlarm(),
  };
}
