import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/** Which part of a page axe looks at, and by which rules. */
export interface AxeScope {
  /** CSS selector. */
  readonly within?: string;
  readonly only?: readonly string[];
  readonly without?: readonly string[];
}

/** Rules whose result depends on the colors of the theme. */
export const COLOR_RULES = ["color-contrast", "link-in-text-block"] as const;

/**
 * Runs axe in the page. It reports violations alone: describing each element that passes takes most of the
 * time on a page with a long document.
 * @returns one line for each violation
 */
export async function findViolations(page: Page, scope: AxeScope = {}): Promise<string[]> {
  // Half-transparent colors of a running transition have other contrasts. A caret blinks for ever.
  await page.evaluate(
    async () =>
      await Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
          .map(({ finished }) => finished),
      ),
  );
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const { within = "html", only, without = [] } = scope;
  const options = {
    resultTypes: ["violations" as const],
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(only === undefined ? {} : { runOnly: [...only] }),
  };
  const { violations } = await page.evaluate(
    async ([place, given]) =>
      await (globalThis as unknown as { axe: typeof axe }).axe.run({ include: [place] }, given),
    [within, options] as const,
  );
  return lines(violations);
}

function lines(violations: AxeResults["violations"]): string[] {
  return violations.flatMap(({ id, nodes }) =>
    nodes
      // Documents keep the outline that their authors gave them.
      .filter(({ html }) => id !== "heading-order" || !html.includes("document-heading"))
      .map(({ html, failureSummary = "" }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}
