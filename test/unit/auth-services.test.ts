import { expect, test } from "vitest";
import { createAuthenticator } from "../../src/auth/authenticator.ts";
import { sha256Hex } from "../../src/domain/sha256.ts";

const services = [
  {
    name: "processor",
    secretSha256: await sha256Hex("kws_first-secret"),
    scopes: ["assets:status"] as const,
  },
  {
    name: "operator",
    secretSha256: await sha256Hex("kws_second-secret"),
    scopes: ["ops", "users:merge"] as const,
  },
];
const { authenticate } = createAuthenticator([], services);

test("sha256Hex writes hexadecimal digits", async () => {
  // FIPS 180-2, appendix B.1.
  expect(await sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("each secret authenticates its own principal with its own scopes", async () => {
  expect(await authenticate("Bearer kws_first-secret")).toEqual({
    kind: "service",
    name: "processor",
    scopes: ["assets:status"],
  });
  expect(await authenticate("bearer kws_second-secret")).toEqual({
    kind: "service",
    name: "operator",
    scopes: ["ops", "users:merge"],
  });
});

test("the service rejects a truncated or extended secret, one in another case, and the stored hash itself", async () => {
  const wrong = [
    "kws_first-secre",
    "kws_first-secrett",
    "KWS_first-secret",
    services[0]?.secretSha256,
    "kws_",
  ];
  for (const secret of wrong)
    await expect(authenticate(`Bearer ${secret}`)).rejects.toMatchObject({ code: "unauthenticated" });
});

test("an empty or truncated hash in the configuration matches no secret", async () => {
  const cut = services.map((service) => ({ ...service, secretSha256: service.secretSha256.slice(0, 63) }));
  const broken = createAuthenticator([], [...cut, { name: "empty", secretSha256: "", scopes: ["ops"] }]);
  await expect(broken.authenticate("Bearer kws_first-secret")).rejects.toMatchObject({
    code: "unauthenticated",
  });
});

test("a hash with one different digit matches no secret", async () => {
  const digest = await sha256Hex("kws_first-secret");
  for (let position = 0; position < digest.length; position += 1) {
    const others = Array.from("0123456789abcdef").filter((digit) => digit !== digest[position]);
    const near = others.map((digit) => digest.slice(0, position) + digit + digest.slice(position + 1));
    const broken = createAuthenticator(
      [],
      near.map((secretSha256) => ({ name: "near", secretSha256, scopes: ["ops"] as const })),
    );
    await expect(broken.authenticate("Bearer kws_first-secret")).rejects.toMatchObject({
      code: "unauthenticated",
    });
  }
});
