import * as fc from "fast-check";
import { newId } from "../../../src/domain/ids.ts";

const nested = (open: string, close: string) =>
  fc
    .oneof({ weight: 9, arbitrary: fc.nat(500) }, { weight: 1, arbitrary: fc.constant(100_000) })
    .map((depth) => {
      return `${open.repeat(depth)}0${close.repeat(depth)}`;
    });

const NUMBERS = [
  "-0",
  "1e400",
  "-1e400",
  "1e-400",
  "99999999999999999999",
  "0.1",
  "-1",
  "9007199254740993",
  "2147483648",
];
const TEXTS = [
  '""',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\u0000"',
  '"a\\u0000b\\u001f\\u007f"',
  '"\\u202e\\ufeff"',
  '"\'; DROP TABLE users; --"',
  '" "',
];
const OBJECTS = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":null}',
  '{"a":1,"a":2}',
  "{}",
];
const ids = (["col", "asset", "thread", "user", "org", "tenant", "op"] as const).map((kind) => newId(kind));
const SPELLINGS = ids.flatMap((id) => [
  id,
  id.toUpperCase(),
  id.slice(0, -1),
  `${id}0`,
  id.replace("_", ""),
  id.replace(/_./, "_8"),
]);

/** JSON text that hardly any field accepts. */
export const strangeJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("null", "true", "false", "[]", "[null]", ...NUMBERS, ...TEXTS, ...OBJECTS),
  fc.constantFrom(...SPELLINGS).map((text) => JSON.stringify(text)),
  fc
    .array(fc.oneof(fc.integer({ min: -300, max: 300 }), fc.double()), { minLength: 14, maxLength: 18 })
    .map((bytes) => JSON.stringify(bytes)),
  fc.array(fc.nat(255), { minLength: 16, maxLength: 16 }).map((bytes) => JSON.stringify(bytes)),
  fc.integer({ min: 250, max: 70_000 }).map((length) => `"${"x".repeat(length)}"`),
  fc.integer({ min: 90, max: 5_000 }).map((length) => `[${Array.from({ length }, () => '"a"').join(",")}]`),
  nested("[", "]"),
  nested('{"a":', "}"),
  fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
  fc.json({ maxDepth: 3 }),
);

/** One edit of a body. `at` selects the position. */
const edit = fc.record({
  at: fc.nat(1_000),
  kind: fc.constantFrom("replace", "replace", "replace", "remove", "double", "add"),
  text: strangeJson,
  name: fc.constantFrom("__proto__", "constructor", "unknown", "", "\u0000"),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

/** An edit of the whole body text. */
const spoil = fc.oneof(
  { weight: 12, arbitrary: fc.constant((text: string): string => text) },
  {
    weight: 1,
    arbitrary: fc
      .double({ min: 0, max: 1, noNaN: true })
      .map((part) => (text: string) => text.slice(0, Math.floor(part * text.length))),
  },
  {
    weight: 1,
    arbitrary: fc
      .string({ minLength: 1, unit: "binary-ascii" })
      .map((noise) => (text: string) => text.slice(0, 5) + noise + text.slice(5)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      (text: string) => `[${text}]`,
      (text: string) => `\uFEFF${text}`,
      (text: string) => text + text,
    ),
  },
  { weight: 1, arbitrary: strangeJson.map((strange) => () => strange) },
);

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const BROKEN_UTF8 = Uint8Array.of(0x7b, 0x22, 0xc3, 0x28, 0xff, 0x22, 0x3a, 0x31, 0x7d);

/** The bytes of a body derived from a valid one. */
export function malformedBody(valid: unknown): fc.Arbitrary<Uint8Array> {
  const edited = fc.tuple(fc.array(edit, { minLength: 0, maxLength: 3 }), spoil);
  const fromText = edited.map(([edits, change]) =>
    encode(change(render(valid, "", placed(edits, placesOf(valid, ""))))),
  );
  return fc.oneof({ weight: 40, arbitrary: fromText }, { weight: 1, arbitrary: fc.constant(BROKEN_UTF8) });
}

function placed(edits: readonly Edit[], places: readonly string[]): Map<string, Edit> {
  return new Map(edits.map((each) => [places[each.at % places.length] ?? "", each]));
}

function placesOf(value: unknown, place: string): string[] {
  const parts = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [place, ...parts.flatMap(([name, part]) => placesOf(part, `${place}/${name}`))];
}

function render(value: unknown, place: string, edits: ReadonlyMap<string, Edit>): string {
  const here = edits.get(place);
  if (here?.kind === "replace") return here.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value))
    return `[${value.map((part, index) => render(part, `${place}/${index}`, edits)).join(",")}]`;
  const members = Object.entries(value).flatMap(([name, part]) => {
    const each = edits.get(`${place}/${name}`);
    const member = `${JSON.stringify(name)}:${render(part, `${place}/${name}`, edits)}`;
    if (each?.kind === "remove") return [];
    return each?.kind === "double" ? [member, `${JSON.stringify(name)}:${each.text}`] : [member];
  });
  const added = here?.kind === "add" ? [`${JSON.stringify(here.name)}:${here.text}`] : [];
  return `{${[...members, ...added].join(",")}}`;
}
