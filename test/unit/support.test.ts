import { describe, expect, test } from "vitest";
import { storedSupport, weakestSupport } from "../../src/domain/support.ts";

describe("the support of a citation", () => {
  test("the support of a citation is the weakest among the sentences that cite it", () => {
    expect([
      weakestSupport("quoted", "supported"),
      weakestSupport("unverified", "quoted"),
      weakestSupport("supported", "supported"),
    ]).toEqual(["supported", "unverified", "supported"]);
  });

  test("an older citation has a known support level if the answer contains the quote itself", () => {
    expect([
      storedSupport({ support: "", said: "" }),
      storedSupport({ support: "", said: "In other words." }),
    ]).toEqual(["quoted", ""]);
    expect(storedSupport({ support: "unverified", said: "In other words." })).toBe("unverified");
  });
});
