import type { CooperativeTask } from "../../../text/cooperative-task.ts";
import type { XmlAttributes } from "../xml/read-xml.ts";
import { ChartReader } from "./chart-reader.ts";
import { readChart } from "./chart-blocks.ts";
import { CharacterBudget, type OfficeBlock } from "./office-text.ts";
import type { PackageParts, Relationship } from "./package-parts.ts";
import { type DrawingSource, SlideReader } from "./slide-reader.ts";

/**
 * Charts and diagrams of a part. Each is written only once, even if the text refers to it repeatedly. A
 * damaged or too large one is skipped.
 */
export class Drawings implements DrawingSource {
  readonly #targets: ReadonlyMap<string, string>;
  readonly #blocks: Map<string, readonly OfficeBlock[]>;

  private constructor(targets: ReadonlyMap<string, string>, blocks: Map<string, readonly OfficeBlock[]>) {
    this.#targets = targets;
    this.#blocks = blocks;
  }

  /** @param related relationships of the part */
  static *read(parts: PackageParts, related: readonly Relationship[]): CooperativeTask<Drawings> {
    const shown = related.filter(({ kind }) => kind === "chart" || kind === "diagramData");
    const blocks = new Map<string, readonly OfficeBlock[]>();
    // One budget for all drawings, because all are in memory until the text refers to them.
    const budget = new CharacterBudget();
    for (const { kind, target } of shown) {
      if (blocks.has(target)) continue;
      const reader = kind === "chart" ? new ChartReader(budget) : new SlideReader(null, budget);
      blocks.set(target, (yield* readChart(parts.read(target, reader))) ? reader.blocks : []);
    }
    return new Drawings(new Map(shown.map(({ id, target }) => [id, target])), blocks);
  }

  take(name: string, attributes: XmlAttributes): readonly OfficeBlock[] {
    const id =
      name === "chart" ? attributes.prefixed("id") : name === "relIds" ? attributes.get("dm") : undefined;
    const target = this.#targets.get(id ?? "") ?? "";
    const blocks = this.#blocks.get(target) ?? [];
    this.#blocks.delete(target);
    return blocks;
  }

  /** Drawings that the text did not refer to. */
  get rest(): readonly OfficeBlock[] {
    return [...this.#blocks.values()].flat();
  }
}
