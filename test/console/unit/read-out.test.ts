import { expect, test } from "vitest";
import { newId } from "../../../console/src/data/ids.ts";
import { lastAnnounced } from "../../../console/src/parts/status/status.tsx";
import { ReadOut } from "../../../console/src/thread/read-out.ts";
import type { MessageRow } from "../../../console/src/thread/timeline/row.ts";

function question(text: string): MessageRow {
  const id = newId("msg");
  const author = newId("user");
  const at = 0;
  return {
    kind: "message",
    key: id,
    id,
    author,
    importedAuthor: "",
    text,
    isQuestion: true,
    at,
    scope: null,
  };
}

test("new questions are read out once, but neither the first rows nor those of older pages", () => {
  const readOut = new ReadOut(newId("user"), () => "Grace");
  const rows = [question("first"), question("second")];
  readOut.hear(rows);
  expect(lastAnnounced.value).toBe("");
  const third = question("third");
  readOut.hear([...rows, third]);
  expect(lastAnnounced.value).toBe("Grace asks: third");
  readOut.hear([question("older"), ...rows, third]);
  readOut.hear([question("oldest"), ...rows, { ...third }]);
  expect(lastAnnounced.value).toBe("Grace asks: third");
});

test("the first question of an empty thread is read out", () => {
  const readOut = new ReadOut(newId("user"), () => "Grace");
  readOut.hear([]);
  readOut.hear([question("at last")]);
  expect(lastAnnounced.value).toBe("Grace asks: at last");
});
