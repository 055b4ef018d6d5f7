import type * as z from "zod";

/** What a schema refused: where, and why. */
export interface ClearIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

const SAYS_NOTHING = "Invalid input";

/** Where one of several shapes is wanted, Zod says no more than that the input is invalid: what is wrong with the shape that it comes nearest to. */
export function clearIssue(issue: z.core.$ZodIssue): ClearIssue {
  const { path, message } = issue;
  if (issue.code !== "invalid_union" || message !== SAYS_NOTHING) return { path, message };
  const shapes = issue.errors.flatMap(([first]) => first ?? []);
  const nearest =
    shapes.find((each) => each.path.length > 0) ?? shapes.find(({ code }) => code !== "invalid_type" && code !== "invalid_value");
  if (nearest !== undefined) {
    const inside = clearIssue(nearest);
    return { path: [...path, ...inside.path], message: inside.message };
  }
  const types = [...new Set(shapes.flatMap((each) => (each.code === "invalid_type" ? each.expected : [])))];
  return { path, message: types.length === 0 ? message : `${SAYS_NOTHING}: expected ${types.join(" or ")}` };
}
