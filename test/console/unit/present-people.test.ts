import { expect, test } from "vitest";
import { idToBytes, newId } from "../../../console/src/data/ids.ts";
import { NOBODY, presentPeople } from "../../../console/src/thread/present-people.ts";

const [ada, bob, cy] = [newId("user"), newId("user"), newId("user")];
const person = (id: string, displayName: string) => ({ userId: idToBytes(id), displayName });

test("presence lists who is here, joins and leaves, and a whole list replaces all others", () => {
  const first = presentPeople(NOBODY, {
    here: [person(ada, "Ada"), person(bob, "Bob")],
    typing: [],
    people: 2,
    guests: 1,
  });
  expect([...first.here]).toEqual([
    [ada, "Ada"],
    [bob, "Bob"],
  ]);
  const second = presentPeople(first, {
    joined: [person(cy, "Cy")],
    left: [idToBytes(bob)],
    typing: [idToBytes(cy)],
    people: 2,
    guests: 0,
  });
  expect([...second.here.values()]).toEqual(["Ada", "Cy"]);
  expect(second).toMatchObject({ typing: [cy], people: 2, guests: 0 });
  const third = presentPeople(second, { here: [person(bob, "Bob")], typing: [], people: 1, guests: 0 });
  expect([...third.here.values()]).toEqual(["Bob"]);
});
