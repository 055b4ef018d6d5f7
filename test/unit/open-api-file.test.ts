import { expect, test } from "vitest";
import { openApiFile } from "../../scripts/lib/open-api-file.ts";

test("the OpenAPI document names its schemas, so that it has fewer than 18,000 lines", () => {
  const file = openApiFile();
  expect(file.split("\n").length).toBeLessThan(18_000);
  expect(JSON.parse(file)).toMatchObject({ openapi: "3.1.1" });
});
