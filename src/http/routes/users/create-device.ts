import * as z from "zod";
import { createDevice as create } from "../../../services/users/create-device.ts";
import { defineOperation } from "../../operation.ts";
import { idString } from "../../wire/identifier.ts";

export const createDevice = defineOperation({
  id: "createDevice",
  method: "POST",
  path: "/v1/devices",
  who: "user",
  access: "The user themselves",
  contract: { stranger: "ok" },
  tag: "users",
  summary: "A fresh identifier for the device that a client runs on.",
  description: "For `deviceID` of sign-ins. Nothing is stored: every call gives another one.",
  changes: false,
  message: "Device identifier created.",
  data: z.object({ deviceID: idString("device") }),
  async handle(ctx) {
    const { deviceId } = await create(ctx);
    return { data: { deviceID: deviceId } };
  },
});
