import { type Id, newId } from "../../domain/ids.ts";
import { type Context, readAsUser } from "../context/context.ts";

/** Creates an identifier for a client's device. The service does not store the identifier. */
export async function createDevice(ctx: Context): Promise<{ readonly deviceId: Id<"device"> }> {
  await readAsUser(ctx, {});
  return { deviceId: newId("device") };
}
