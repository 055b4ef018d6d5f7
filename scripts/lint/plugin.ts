/** The lint rules of this repository. */
import { consoleImports } from "./console-imports.ts";
import { layers } from "./layer-imports.ts";
import { namedAfterExport } from "./named-after-export.ts";
import { noSharedWaiting } from "./no-shared-waiting.ts";
import { safePage } from "./safe-page.ts";

// oxlint-disable-next-line import/no-default-export -- oxlint loads a plugin by its default export
export default {
  meta: { name: "workspace" },
  rules: {
    "console-layers": consoleImports,
    layers,
    "named-after-export": namedAfterExport,
    "no-shared-waiting": noSharedWaiting,
    "safe-page": safePage,
  },
};
