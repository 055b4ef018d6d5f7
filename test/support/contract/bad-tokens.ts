import { base64url } from "jose";
import { tokenFor, type Person } from "../http/person.ts";

/** Invalid bearer tokens, by their defect. */
export async function badTokens({ email, token }: Person): Promise<Record<string, string>> {
  const [header = "", payload = "", signature = ""] = token.split(".");
  const flipped = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
  const claims = JSON.parse(new TextDecoder().decode(base64url.decode(payload))) as Record<string, unknown>;
  const encode = (value: object): string => base64url.encode(JSON.stringify(value));
  return {
    garbage: "garbage",
    "three garbage parts": "not.a.token",
    expired: await tokenFor(email, { expiresInSeconds: -3_600 }),
    "another signature": `${header}.${payload}.${flipped}`,
    "another payload": `${header}.${encode({ ...claims, sub: "somebody-else" })}.${signature}`,
    "alg none": `${encode({ alg: "none", typ: "JWT" })}.${payload}.`,
    "alg none with a signature": `${encode({ alg: "none", typ: "JWT" })}.${payload}.${signature}`,
    "another audience": `${header}.${encode({ ...claims, aud: "other" })}.${signature}`,
  };
}
