import * as fc from "fast-check";
import { newId } from "../../../src/domain/ids.ts";
import { malformedBody } from "./malformed-body.ts";

/** A valid request, as the starting point for malformed ones. */
export interface Sound {
  readonly id: string;
  readonly method: string;
  /** Such as `/v1/threads/{threadID}`. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Malformed {
  readonly id: string;
  readonly method: string;
  /** The request target from `/` on, as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array | null;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const SEGMENTS = [
  "%",
  "%ff",
  "%00",
  "%zz",
  "%2e%2e",
  "%2F",
  "%5c",
  "null",
  "undefined",
  "__proto__",
  "self",
  " ",
  "%F0%9F%92%A5",
  ";x=1",
  "*",
  "-1",
  "1e400",
];
const QUERY_NAMES = [
  "token",
  "version",
  "since",
  "publicAccessToken",
  "limit",
  "offset",
  "sort",
  "page",
  "__proto__",
  "a[b]",
  "",
];

const wellFormed = fc.string({ unit: "grapheme" }).map((text) => encodeURIComponent(text.toWellFormed()));
const segment = fc.oneof(
  fc.constantFrom(...SEGMENTS),
  fc.constantFrom("col", "asset", "thread", "user", "op").map((kind) => newId(kind as "col")),
  fc.integer({ min: 1, max: 5_000 }).map((length) => "a".repeat(length)),
  wellFormed,
);
const queryPart = fc
  .tuple(fc.constantFrom(...QUERY_NAMES), segment)
  .map(([name, value]) => `${encodeURIComponent(name)}=${value}`);
const query = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: queryPart },
    { weight: 1, arbitrary: fc.constantFrom("&&", "=", "%", "?", "+") },
  ),
  {
    maxLength: 3,
  },
);

const printable = fc.string({ unit: "grapheme-ascii", maxLength: 40 }).map((text) => text.trim());
const headerValue = fc.oneof(
  printable,
  fc.constantFrom(
    "*",
    '"',
    'W/"',
    "bytes=5-1",
    "bytes=0-0,2-3",
    "bytes=-0",
    "bytes=99999999999999999999-",
    "websocket",
    "0",
    "-1",
    "1e9",
  ),
  fc.integer({ min: 1, max: 9_000 }).map((length) => "x".repeat(length)),
);
const HEADER_NAMES = [
  "authorization",
  "content-type",
  "content-length",
  "if-match",
  "if-none-match",
  "idempotency-key",
  "range",
  "upgrade",
  "sec-websocket-protocol",
  "x-merge-authorization",
  "x-room-session",
  "x-http-method-override",
  "origin",
  "accept",
];
const BEARERS = [
  "Bearer ",
  "Bearer a.b.c",
  "Bearer e30.e30.",
  "Bearer svc_x",
  `Bearer ${"a".repeat(20_000)}`,
  "bearer x y",
  "Basic Og==",
];
const header = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...HEADER_NAMES), headerValue) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("authorization"), fc.constantFrom(...BEARERS)) },
);

const headers: fc.Arbitrary<[string, string][]> = fc.array(header, { minLength: 1, maxLength: 3 });

const chance = (percent: number): fc.Arbitrary<boolean> => fc.nat(99).map((drawn) => drawn < percent);

/** A valid request with one or several parts corrupted. */
export function malformedRequest(sounds: readonly Sound[]): fc.Arbitrary<Malformed> {
  const one = fc.constantFrom(...sounds).chain((sound) => {
    const parts = fc.record({
      body: sound.body === undefined ? fc.constant(null) : malformedBody(sound.body),
      method: fc.oneof(
        { weight: 20, arbitrary: fc.constant(sound.method) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      spoilsPath: chance(sound.body === undefined ? 50 : 15),
      segments: fc.array(segment, { minLength: 2, maxLength: 2 }),
      query: fc.option(query, { freq: 2, nil: [] }),
      headers: fc
        .tuple(chance(sound.body === undefined ? 60 : 20), headers)
        .map(([does, drawn]) => (does ? drawn : [])),
      strayBody: chance(5),
    });
    return parts.map((drawn): Malformed => {
      const kept = drawn.spoilsPath ? {} : sound.params;
      const rest = drawn.spoilsPath && !sound.path.includes("{") ? `/${drawn.segments[1]}` : "";
      const path =
        sound.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => kept[name] ?? drawn.segments[0] ?? "x") +
        rest;
      const search = [new URLSearchParams(sound.query).toString(), ...drawn.query]
        .filter((part) => part !== "")
        .join("&");
      const bytes = drawn.body ?? (drawn.strayBody ? new TextEncoder().encode("stray") : null);
      const takesBody = drawn.method !== "GET" && drawn.method !== "HEAD";
      const target = search === "" ? path : `${path}?${search}`;
      return {
        id: sound.id,
        method: drawn.method,
        target,
        headers: { ...sound.headers, ...Object.fromEntries(drawn.headers) },
        bytes: takesBody ? bytes : null,
      };
    });
  });
  const nowhere = fc
    .tuple(fc.array(segment, { maxLength: 5 }), fc.constantFrom(...METHODS))
    .map(([segments, method]): Malformed => {
      return { id: "nowhere", method, target: `/${segments.join("/")}`, headers: {}, bytes: null };
    });
  return fc.oneof({ weight: 19, arbitrary: one }, { weight: 1, arbitrary: nowhere });
}
