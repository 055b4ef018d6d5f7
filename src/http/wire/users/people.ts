import * as z from "zod";
import { pictureUrl } from "../../../domain/picture-url.ts";
import type { PersonRow } from "../../../storage/d1/users/people.ts";

export const person = z.object({ displayName: z.string(), pictureURL: z.string() });

/** Names and pictures by user id, as text. */
export const people = z.record(z.string(), person);

export function presentPeople(rows: readonly PersonRow[]): z.input<typeof people> {
  return Object.fromEntries(
    rows.map((row) => [row.id, { displayName: row.displayName, pictureURL: pictureUrl(row.pictureUrl) }]),
  );
}
