import { expect, test } from "vitest";
import { idToBytes } from "../../../src/domain/ids.ts";
import {
  createPresenceFixture,
  presenceFrames,
  sendTyping,
} from "../../support/fixtures/presence-fixture.ts";
import { listen } from "../../support/rows/workplace.ts";

test("typing without an end expires after a while", async () => {
  const { place, ada, bob, bobId } = await createPresenceFixture();
  const [hers, his] = await Promise.all([listen(place, ada), listen(place, bob)]);
  await hers.received(1);
  sendTyping(his);
  await hers.received(2);
  expect(presenceFrames(hers).at(-1)?.typing).toEqual([idToBytes(bobId)]);
  await hers.received(3);
  expect(presenceFrames(hers).at(-1)?.typing).toEqual([]);
});
