import { expect, test } from "vitest";
import { addCrawl } from "../../support/rows/crawls.ts";
import { call } from "../../support/http/call.ts";
import { type Person, signUp } from "../../support/http/person.ts";
import { share } from "../../support/http/create-collection.ts";

const stop = async ({ token }: Person, id: string) =>
  await call("stopCrawl", { token, params: { collectionID: id } });

test("stopping a crawl takes effect once, and a repetition changes nothing", async () => {
  const ada = await signUp();
  const id = await addCrawl(ada, ada.personalId);
  const first = await stop(ada, id);
  expect([first.trips, first.body.done, first.body.data.state, first.body.eventKey !== ""]).toEqual([
    2,
    true,
    "stopped",
    true,
  ]);
  const again = await stop(ada, id);
  expect({ state: again.body.data.state, eventKey: again.body.eventKey }).toEqual({
    state: "stopped",
    eventKey: "",
  });
});

test("stopping requires write on the collection and an existing crawl", async () => {
  const [ada, eve] = [await signUp(), await signUp("eve")];
  const id = await addCrawl(ada, ada.personalId);
  expect((await stop(eve, id)).body.code).toBe("not_found");
  await share(ada, id, eve, ["read"]);
  expect((await stop(eve, id)).body.code).toBe("permission_denied");
  expect((await stop(ada, ada.personalId)).body.code).toBe("not_found");
});
