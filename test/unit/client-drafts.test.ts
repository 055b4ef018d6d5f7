import { expect, test } from "vitest";
import { Drafts } from "../../client/src/drafts.ts";
import type { ThreadFrame } from "../../client/src/frames.ts";

const frame = (from: number, text: string, transformationId = "inter_1", proven = 0) => {
  return { draft: { messageId: "msg_a", inReplyTo: "msg_q", transformationId, from, text, proven } };
};
const textsOf = (drafts: Drafts, ...frames: ReturnType<typeof frame>[]) =>
  frames.map((each) => drafts.add(each)?.text ?? null);

test("a draft is the received text plus the new text, with nothing lost or doubled", () => {
  const frames = [frame(0, "It opened"), frame(9, " in 1871"), frame(3, "closed"), frame(0, "")];
  expect(textsOf(new Drafts(), ...frames)).toEqual(["It opened", "It opened in 1871", "It closed", ""]);
});

test("another attempt starts empty, and the client does not guess its earlier text", () => {
  const drafts = new Drafts();
  expect(textsOf(drafts, frame(0, "It opened"), frame(4, "x", "inter_2"), frame(0, "It", "inter_2"))).toEqual(
    ["It opened", null, "It"],
  );
  drafts.clear();
  expect(textsOf(drafts, frame(2, " opened", "inter_2"))).toEqual([null]);
});

test("an event of the answer voids its draft", () => {
  const drafts = new Drafts();
  drafts.add(frame(0, "It opened"));
  drafts.invalidate({ textV1: { messageId: "msg_b" }, seq: 1 } as ThreadFrame);
  expect(textsOf(drafts, frame(9, " in 1871"))).toEqual(["It opened in 1871"]);
  drafts.invalidate({ textV1: { messageId: "msg_a" }, seq: 2 } as ThreadFrame);
  expect(textsOf(drafts, frame(9, " in 1871"))).toEqual([null]);
});
