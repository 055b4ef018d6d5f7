import { expect, test } from "vitest";
import { openClaims, sealClaims } from "../../src/auth/seal-claims.ts";

const secret = (byte: number): Uint8Array<ArrayBuffer> => new Uint8Array(32).fill(byte);
const NOW = new Date("2026-11-28T00:00:00Z");
const later = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1_000);

test("claims open for their owner, purpose, secret and time alone", async () => {
  const sealed = await sealClaims(secret(1), "sign-in", "ada", { verifier: "v" }, later(600));
  expect(sealed).not.toContain("verifier");
  expect(await openClaims(secret(1), "sign-in", "ada", sealed, NOW)).toMatchObject({ verifier: "v" });
  expect(await openClaims(secret(1), "sign-in", "bob", sealed, NOW)).toBeNull();
  expect(await openClaims(secret(1), "refresh-token", "ada", sealed, NOW)).toBeNull();
  expect(await openClaims(secret(2), "sign-in", "ada", sealed, NOW)).toBeNull();
  expect(await openClaims(secret(1), "sign-in", "ada", sealed, later(601))).toBeNull();
});

test("damaged and foreign texts open to nothing", async () => {
  const sealed = await sealClaims(secret(1), "refresh-token", "ada", { token: "t" }, null);
  expect(await openClaims(secret(1), "refresh-token", "ada", sealed, later(9_999_999))).toMatchObject({
    token: "t",
  });
  const parts = sealed.split(".");
  const broken = parts.map((part, at) =>
    parts.with(at, part === "" ? "A" : `${part[0] === "A" ? "B" : "A"}${part.slice(1)}`),
  );
  for (const each of [...broken.map((all) => all.join(".")), "", "a.b.c", sealed.slice(1)])
    expect(await openClaims(secret(1), "refresh-token", "ada", each, NOW)).toBeNull();
});
