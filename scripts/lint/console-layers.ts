/**
 * The table of imports within `console/src`; the lint rule `workspace/console-layers` reads it. A part is a
 * folder or a file. A part that a row does not name is closed to it.
 */
import type { Layer } from "./layers.ts";

type ConsoleLayer = Omit<Layer, "without"> & {
  /** Packages besides Preact that it may import. */
  readonly packages?: readonly string[];
};

/** Open to every part. */
const EVERYWHERE = ["words", "data/kept.ts", "console-paths.ts"];
const VIEWS = [...EVERYWHERE, "data", "theme", "parts"];

export const CONSOLE_LAYERS: readonly ConsoleLayer[] = [
  { part: "console-paths.ts", uses: [] },
  { part: "words", uses: EVERYWHERE },
  {
    part: "data/client.ts",
    uses: [...EVERYWHERE, "data/is-away.ts"],
    packages: ["knowledge-workspace-client"],
  },
  // Pure code needs identifiers and errors, but no client.
  { part: "data/frame-refused.ts", uses: [], packages: ["knowledge-workspace-client"] },
  { part: "data/ids.ts", uses: [], packages: ["knowledge-workspace-client"] },
  { part: "data", uses: EVERYWHERE },
  { part: "theme", uses: EVERYWHERE },
  { part: "parts", uses: VIEWS },
  { part: "reader", uses: VIEWS, packages: ["pdfjs-dist", "pdf-files"] },
  { part: "thread", uses: [...VIEWS, "reader/place-words.ts", "reader/quotation.ts"] },
  { part: "pages/styles", uses: [...VIEWS, "reader", "thread"], packages: ["all-states"] },
  { part: "pages", uses: [...VIEWS, "reader", "thread"] },
  { part: "routes.tsx", uses: [...VIEWS, "pages"] },
  { part: "app.tsx", uses: [...VIEWS, "routes.tsx"] },
  { part: "main.tsx", uses: [...VIEWS, "app.tsx"] },
];

/** Packages that every part may import. */
export const CONSOLE_PACKAGES: readonly string[] = [
  "preact",
  "preact-iso",
  "@preact/signals",
  "@tanstack/virtual-core",
];
