import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { PROJECT_ROOT } from "../../scripts/lib/project.ts";
import { THIRD_PARTY_LICENSES, thirdPartyLicenses } from "../../scripts/lib/release/third-party-licenses.ts";

let current: string;

beforeAll(async () => {
  current = await thirdPartyLicenses();
});

test("the list of licenses is current; if not, run `npm run docs`", async () => {
  expect((await readFile(join(PROJECT_ROOT, THIRD_PARTY_LICENSES), "utf8")) === current).toBe(true);
});

test("the list has the packages of all builds, the weights, the fonts and their texts", () => {
  for (const part of [
    /^hono \S+: MIT \(service\)$/m,
    /^saxes \S+: ISC \(sandbox\)$/m,
    /^preact \S+: MIT \(console\)$/m,
    /^zod \S+: MIT \(sandbox, service\)$/m,
    /^reader\.onnx, reader\.data: CC BY-SA 4\.0$/m,
    /^pdfjs-dist \S+: standard_fonts\/LICENSE_LIBERATION$/m,
    /^pdfjs-dist \S+: standard_fonts\/LICENSE_FOXIT$/m,
    /^weights: LICENSE-e5\.txt$/m,
  ])
    expect(current).toMatch(part);
});

test("no bundled package has a license that binds the service's own code", () => {
  const licenses = [...current.matchAll(/^\S+ [\d.]+: (.+) \([a-z, ]+\)$/gm)].map(([, license]) => license);
  expect(new Set(licenses)).toEqual(new Set(["Apache-2.0", "BSD-2-Clause", "ISC", "MIT", "MIT-0"]));
});
