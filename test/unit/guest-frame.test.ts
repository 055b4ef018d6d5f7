import { expect, test } from "vitest";
import { EVENT_EXAMPLES } from "../../src/http/wire/threads/event-examples.ts";
import { guestFrame } from "../../src/thread-room/protocol/guest-frame.ts";

const { textV1 } = EVENT_EXAMPLES;
const sight = { authorOf: (id: readonly number[]) => [...id], isHidden: () => false };
const shown = (frame: object) =>
  (JSON.parse(guestFrame(JSON.stringify({ seq: 1, ...frame }), sight) ?? "{}") as any).textV1.provenance;

test("a guest receives the support of each quote, and no failed model", () => {
  expect(shown({ textV1 })).toMatchObject({
    passedOver: [],
    droppedSentences: 1,
    citations: [{ support: "supported" }],
  });
});
