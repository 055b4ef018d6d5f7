import * as z from "zod";
import { THREAD_EVENTS } from "../../../domain/events.ts";
import { defineOperation } from "../../operation.ts";
import { EVENT_EXAMPLES } from "../../wire/threads/event-examples.ts";

export const describeThreadEventsOperation = defineOperation({
  id: "describeThreadEvents",
  method: "GET",
  path: "/v1/_/gen/threads",
  audience: "anyone",
  access: "Anyone",
  tag: "service",
  summary: "Every thread event with example values, for code generators.",
  description: "A socket frame has exactly one of these members, and `seq`.",
  message: "Examples of every thread event.",
  data: z.object(THREAD_EVENTS),
  async handle() {
    return { data: EVENT_EXAMPLES };
  },
});
