/** The service's pages for people on a phone. */
import { beforeAll, expect, test } from "vitest";
import { type Service, startTestService } from "../support/http/service.ts";
import { openOnPhone } from "./phone.ts";

let service: Service;
beforeAll(async () => {
  service = await startTestService();
});

/** Every cell with text that has no width or lies outside the screen. */
const CELLS = `(() => {
  const cells = [...document.querySelectorAll("td")].filter((cell) => cell.textContent.trim() !== "" && cell.checkVisibility());
  const words = (cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect();
  };
  const isCut = (cell) => {
    const { left, right, width, height } = words(cell);
    return width === 0 || height === 0 || left < 0 || right > innerWidth + 1;
  };
  return { count: cells.length, cut: cells.filter(isCut).map((cell) => cell.textContent) };
})()`;

/** Opens collapsed sections first. */
const OPEN_ALL = `document.querySelectorAll("details").forEach((one) => { one.open = true; })`;

test.each(["/reference"])("%s hides no column on a phone, and is no wider than it", async (path) => {
  const phone = await openOnPhone(`${service.url}${path}`);
  await phone.evaluate(OPEN_ALL);
  const { count, cut } = (await phone.evaluate(CELLS)) as { count: number; cut: string[] };
  expect(cut).toEqual([]);
  expect(count).toBeGreaterThan(500);
  expect(await phone.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
});
