import { expect, test } from "vitest";
import { cpuMillisecondsOf } from "../support/assertions/time-growth.ts";
import { parseOverviewRequest } from "../../src/text/overviews/overview-request.ts";
import { matchDocuments } from "../../src/answering/overviews/match-documents.ts";
import { OVERVIEW_REQUESTS, OTHER_QUESTIONS } from "../support/fixtures/overview-requests.ts";

function spelled(message: string): string {
  const request = parseOverviewRequest(message);
  if (request === null) return "ordinary";
  if (request.kind === "compare") return `compare ${request.left}|${request.right}|${request.aspect}`;
  return `${request.kind} ${"target" in request ? request.target : ""}`;
}

test.each(Object.entries(OVERVIEW_REQUESTS))(
  "the parser recognizes %s in eighteen languages",
  (expected, messages) => {
    expect(
      messages
        .filter((message) => spelled(message) !== expected)
        .map((message) => `${message} → ${spelled(message)}`),
    ).toEqual([]);
  },
);

test("questions that resemble overview requests stay questions", () => {
  expect(OTHER_QUESTIONS.filter((message) => parseOverviewRequest(message) !== null)).toEqual([]);
});

test("the parser of overview requests runs in linear time on messages that target slow patterns", () => {
  const hostile = [
    "compare a and ",
    "summarize in short ",
    "please ",
    "resume de la ",
    "比较和",
    "と",
    "list all of the ",
    "which documents have ",
  ];
  for (const each of hostile) {
    const message = each.repeat(200).slice(0, 200);
    const rounds = Array.from({ length: 3 }, () => cpuMillisecondsOf(message, parseOverviewRequest, 1));
    expect(Math.min(...rounds)).toBeLessThan(50);
  }
});

test("a name matches documents that contain all its words, or all but the words for document types", () => {
  const documents = [
    "WS-114 Portable ladders",
    "Minutes of the 41st meeting",
    "Minutes of the 40th meeting",
    "Gartenordnung Lindenhöhe",
    "guide.md",
  ];
  const fitting = (named: string) =>
    matchDocuments(
      named,
      documents.map((displayName) => ({ displayName })),
    ).map(({ displayName }) => displayName);
  expect(fitting("ladder standard")).toEqual(["WS-114 Portable ladders"]);
  expect(fitting("minutes")).toEqual(["Minutes of the 41st meeting", "Minutes of the 40th meeting"]);
  expect(fitting("40th meeting")).toEqual(["Minutes of the 40th meeting"]);
  expect(fitting("gartenordnung lindenhohe")).toEqual(["Gartenordnung Lindenhöhe"]);
  expect(fitting("the guide")).toEqual(["guide.md"]);
  expect(fitting("quiet hours of the meeting")).toEqual([]);
});
