import { faultFields, log } from "../../log.ts";

export function logRoomFault(
  fault: { readonly threadId: string; readonly doing: string; readonly attempt: number },
  error: unknown,
): void {
  log("warn", "turn_failed", { ...fault, ...faultFields(error) });
}
