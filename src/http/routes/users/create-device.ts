import * as z from "zod";
import { createDevice } from "../../../services/users/create-device.ts";
import { defineOperation } from "../../operation.ts";
import { idString } from "../../wire/identifier.ts";

export const createDeviceOperation = defineOperation({
  id: "createDevice",
  method: "POST",
  path: "/v1/devices",
  audience: "user",
  access: "Own account",
  contract: { stranger: "ok" },
  tag: "users",
  summary: "A fresh identifier for the client's device.",
  description: "For `deviceID` of sign-ins. The service stores nothing, and every call returns a new one.",
  changes: false,
  message: "Device identifier created.",
  data: z.object({ deviceID: idString("device") }),
  async handle(ctx) {
    const { deviceId } = await createDevice(ctx);
    return { data: { deviceID: deviceId } };
  },
});
