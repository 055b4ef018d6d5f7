import { runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import { openRoom, type Workplace } from "./room-fixtures.ts";

/** More than any turn of a test needs: five attempts, and a few alarms that find nothing to do. */
const MAX_ALARMS = 400;
/** Longer than an alarm of the platform's own runs. */
const MAX_MS = 10_000;

/** What a room has still to do, as its own storage says. */
interface Outstanding {
  /** Whether it has turns, or means to look for some. */
  readonly isBusy: boolean;
  /** The platform's alarm, milliseconds since 1970. */
  readonly alarmAt: number | null;
}

/** Asked again when the room is lost while it is asked. */
export async function outstanding(place: Workplace): Promise<Outstanding> {
  const ask = (): Promise<Outstanding> => runInDurableObject(openRoom(place), (_, state) => read(state));
  return await ask().catch(ask);
}

/** Runs the room's alarm as the platform does: one whose run fails or is cut off stays, and runs again. */
export async function fireAlarm(place: Workplace): Promise<void> {
  await fire(place, ({ alarmAt }) => alarmAt !== null);
}

/**
 * Does what the platform does by itself until the room has nothing left to do: time passes, and alarms fire. Needs a faked `Date`.
 * @throws when something is left and no alarm would ever wake the room
 */
export async function settle(place: Workplace): Promise<void> {
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

/** @returns what there was to do before, null when the room was lost */
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

/** While an alarm of the platform's own is running, none is set. */
async function untilAwaited(place: Workplace): Promise<void> {
  const isAwaited = async (): Promise<boolean> => {
    const { isBusy, alarmAt } = await outstanding(place);
    return alarmAt !== null || !isBusy;
  };
  try {
    await vi.waitUntil(isAwaited, { interval: 5, timeout: MAX_MS });
  } catch (error) {
    throw new Error("the room has something to do, and no alarm will wake it", { cause: error });
  }
}

async function read({ storage }: DurableObjectState): Promise<Outstanding> {
  const left = "SELECT EXISTS (SELECT 1 FROM turns) OR EXISTS (SELECT 1 FROM alarms WHERE name = 'turns') AS is_busy";
  return { isBusy: storage.sql.exec<{ is_busy: number }>(left).one().is_busy === 1, alarmAt: await storage.getAlarm() };
}
