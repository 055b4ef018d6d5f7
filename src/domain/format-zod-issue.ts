import type * as z from "zod";
import { NO_SHAPE_FITS, typeText } from "./issue-text.ts";

/** An error of a schema: the field and the reason. */
export interface FormattedIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Formats a schema error. For a union, returns the error of the shape that is closest to the value. */
export function formatZodIssue(issue: z.core.$ZodIssue): FormattedIssue {
  const { path, message } = issue;
  if (issue.code !== "invalid_union" || message !== NO_SHAPE_FITS) return { path, message };
  const shapes = issue.errors.flatMap(([first]) => first ?? []);
  const nearest =
    shapes.find((each) => each.path.length > 0) ??
    shapes.find(({ code }) => code !== "invalid_type" && code !== "invalid_value");
  if (nearest !== undefined) {
    const inside = formatZodIssue(nearest);
    return { path: [...path, ...inside.path], message: inside.message };
  }
  const types = [...new Set(shapes.flatMap((each) => (each.code === "invalid_type" ? each.expected : [])))];
  return { path, message: types.length === 0 ? message : `must be ${types.map(typeText).join(" or ")}` };
}
