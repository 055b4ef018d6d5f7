import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { operations, rawRoutes } from "../../src/http/operations.ts";

const ENTITIES = ["users", "collections", "sharing", "assets", "threads", "search", "service", "webhooks"];
/** The HTTP layer answers these alone, without a use case. */
const WITHOUT_USE_CASE = [
  "getHome",
  "getLiveness",
  "getOpenApiDocument",
  "getReferencePage",
  "describeThreadEvents",
  "describeRecords",
  "serveMcp",
  "getProtectedResource",
  "getProtectedResourceOfMcp",
  "validateIdentifiers",
];
/** A second method of an operation with the same effect. */
const SAME_AS: Readonly<Record<string, string>> = {
  openInvitation: "claimInvitation",
  getProtectedResourceOfMcp: "getProtectedResource",
  orderHealingOfUserSnapshots: "healMissingUserSnapshots",
};
const ids = [...operations, ...rawRoutes].map(({ id }) => id);

const fileName = (id: string) => `${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
const entitiesWith = (layer: string, id: string) =>
  ENTITIES.filter((entity) => existsSync(`src/${layer}/${entity}/${fileName(id)}`));

test.each(ids)("%s has a test in a file of its name, in the folder of the same entity", (id) => {
  const [entity] = entitiesWith("http/routes", id);
  const name = fileName(SAME_AS[id] ?? id).replace(".ts", ".test.ts");
  expect(
    ENTITIES.filter((each) =>
      [name, name.replace(".test.ts", ".slow.test.ts")].some((file) =>
        existsSync(`test/worker/${each}/${file}`),
      ),
    ),
    `test/worker/${entity}/${name}`,
  ).toEqual([entity]);
});

test.each(ids)(
  "%s has a route and a use case, each in a file of its name, in the folder of one entity",
  (id) => {
    const route = entitiesWith("http/routes", id);
    expect(route).toHaveLength(1);
    const useCase = entitiesWith("services", SAME_AS[id] ?? id);
    expect(useCase).toEqual(WITHOUT_USE_CASE.includes(id) ? [] : route);
  },
);
