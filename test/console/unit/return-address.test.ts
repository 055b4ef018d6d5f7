import { beforeEach, expect, test, vi } from "vitest";
import { isOwnPath, keepReturnAddress, takeReturnAddress } from "../../../console/src/data/return-address.ts";

function storage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const items = new Map<string, string>();
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
}

beforeEach(() => {
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("sessionStorage", storage());
});

test("the sign-in leads back to the wanted address once, then Home", () => {
  keepReturnAddress("/search?q=tides");
  expect([takeReturnAddress(), takeReturnAddress()]).toEqual(["/search?q=tides", "/"]);
});

test("a link that opens in another tab leads to the address that the first tab wanted", () => {
  keepReturnAddress("/threads");
  vi.stubGlobal("sessionStorage", storage());
  expect(takeReturnAddress()).toBe("/threads");
});

test("an address is forgotten after a quarter of an hour", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  keepReturnAddress("/threads");
  vi.stubGlobal("sessionStorage", storage());
  vi.advanceTimersByTime(15 * 60_000);
  expect(takeReturnAddress()).toBe("/");
  vi.useRealTimers();
});

test.each([
  "https://other.example/",
  "//other.example/",
  "/\\other.example/",
  "javascript:alert(1)",
  "threads",
  "",
  "/sign-in",
])("%o is no address to return to", (to) => {
  expect(isOwnPath(to)).toBe(false);
  keepReturnAddress(to);
  expect(takeReturnAddress()).toBe("/");
});
