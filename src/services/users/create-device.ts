import { type Id, newId } from "../../domain/ids.ts";
import { type Context, readAsUser } from "../context/context.ts";

/** A fresh identifier by which a client names the device that it runs on, in its sign-ins. Nothing is kept of it. */
export async function createDevice(ctx: Context): Promise<{ readonly deviceId: Id<"device"> }> {
  await readAsUser(ctx, {});
  return { deviceId: newId("device") };
}
