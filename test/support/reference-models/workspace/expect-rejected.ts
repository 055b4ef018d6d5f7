import { expect } from "vitest";

export function expectSame(shown: unknown, expected: unknown): void {
  expect(shown).toEqual(expected);
}

/** Checks that the whole contains every element of the part. */
export function expectWithin(part: object, whole: object): void {
  expect(whole).toMatchObject(part);
}

export async function expectRejected(opening: Promise<void>): Promise<void> {
  await expect(opening).rejects.toThrow(/no stream/);
}
