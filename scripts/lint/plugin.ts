/** The lint rules of this repository. */
import { layers } from "./layer-imports.ts";
import { namedAfterExport } from "./named-after-export.ts";
import { noSharedWaiting } from "./no-shared-waiting.ts";

// oxlint-disable-next-line import/no-default-export -- oxlint loads a plugin by its default export
export default {
  meta: { name: "workspace" },
  rules: { layers, "named-after-export": namedAfterExport, "no-shared-waiting": noSharedWaiting },
};
