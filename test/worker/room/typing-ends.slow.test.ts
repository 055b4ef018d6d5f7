import { expect, test } from "vitest";
import { idToBytes } from "../../../src/domain/ids.ts";
import { presenceScene, told, type } from "../../support/presence-scene.ts";
import { listen } from "../../support/room-fixtures.ts";

test("typing without an end expires after a while", async () => {
  const { place, ada, bob, bobId } = await presenceScene();
  const [hers, his] = await Promise.all([listen(place, ada), listen(place, bob)]);
  await hers.received(1);
  type(his);
  await hers.received(2);
  expect(told(hers).at(-1)?.typing).toEqual([idToBytes(bobId)]);
  await hers.received(3);
  expect(told(hers).at(-1)?.typing).toEqual([]);
});
