import { expect } from "vitest";

export function expectSame(shown: unknown, expected: unknown): void {
  expect(shown).toEqual(expected);
}

/** Everything of the part is in the whole. */
export function expectWithin(part: object, whole: object): void {
  expect(whole).toMatchObject(part);
}

export async function expectRefused(opening: Promise<void>): Promise<void> {
  await expect(opening).rejects.toThrow(/no stream/);
}
