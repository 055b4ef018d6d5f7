import * as z from "zod";
import { countOf } from "./count-of.ts";

/** Error message if no shape of a union is close to the value. */
export const NO_SHAPE_FITS = "has the wrong form";

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  date: "a date",
  null: "null",
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: "must be an ISO 8601 date-time, such as 2026-11-27T08:00:00Z",
  date: "must be an ISO 8601 date, such as 2026-11-27",
  email: "must be an e-mail address",
  url: "must be an absolute URL",
  uuid: "must be a UUID",
};

/** Returns a type with its article: "a list". */
export function typeText(type: string): string {
  return TYPES[type] ?? `a value of the type ${type}`;
}

/**
 * Returns the error of a field as a phrase after the field's name: "is required", "must be at most 100".
 * Callers never receive the messages of the schema library.
 */
function issueText(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${typeText(issue.expected)}`;
    case "invalid_value":
      return issue.input === undefined
        ? "is required"
        : `must be ${listed(issue.values.map((value) => JSON.stringify(value) ?? ""))}`;
    case "too_big":
      return sizeText(issue.origin, issue.inclusive === false ? "less than" : "at most", issue.maximum);
    case "too_small":
      return sizeText(issue.origin, issue.inclusive === false ? "more than" : "at least", issue.minimum);
    case "invalid_format":
      return FORMATS[issue.format] ?? "has the wrong format";
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return `has unknown fields: ${issue.keys.slice(0, 5).join(", ")}`;
    case "invalid_union":
      return issue.input === undefined ? "is required" : NO_SHAPE_FITS;
    default:
      return "is not valid";
  }
}

function sizeText(origin: string, bound: string, limit: number | bigint): string {
  if (origin === "string") return `must have ${bound} ${countOf(Number(limit), "character")}`;
  return origin === "array" || origin === "set" || origin === "map"
    ? `must have ${bound} ${countOf(Number(limit), "item")}`
    : `must be ${bound} ${limit}`;
}

function listed(values: readonly string[]): string {
  return values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}

z.config({ localeError: issueText });
