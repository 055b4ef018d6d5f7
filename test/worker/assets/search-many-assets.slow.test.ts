import { expect, test, vi } from "vitest";
import { insertAssets } from "../../support/rows/insert-assets.ts";
import { findAssets as find } from "../../support/http/find-assets.ts";
import { signUp } from "../../support/http/person.ts";

test("a search reads only matches among 5,000 assets, and the newest 2,000 of 5,000 matches", async () => {
  vi.spyOn(console, "log").mockImplementation(() => undefined);
  const [ada, other] = [await signUp(), await signUp()];
  const fields = (at: number) => ({ name: `Report ${at}.pdf` });
  await insertAssets(other, other.personalId, 5, fields);
  await insertAssets(ada, ada.personalId, 5_000, fields);
  const rare = await find(ada, "REPORT 4998");
  expect({ names: rare.names, truncated: rare.data.truncated }).toEqual({
    names: ["Report 4998.pdf"],
    truncated: false,
  });
  expect(rare.rows).toBeLessThanOrEqual(6 + 60);
  const all = await find(ada, "report", { pagination: { Limit: 20 } });
  expect({ length: all.names.length, name0: all.names[0], truncated: all.data.truncated }).toEqual({
    length: 20,
    name0: "Report 4999.pdf",
    truncated: true,
  });
  expect(all.data.pagination.count).toBe(2_000);
  expect(all.rows).toBeLessThanOrEqual(13 * 2_000 + 6 * 20 + 60);
  const beside = await find(other, "report");
  expect({ length: beside.names.length, truncated: beside.data.truncated }).toEqual({
    length: 5,
    truncated: false,
  });
  expect(beside.rows).toBeLessThanOrEqual(18 * 5 + 60);
}, 60_000);
