import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { addressOf, KeptViews } from "../../parts/frame/kept-views.ts";
import type { Listed } from "./listed.ts";

/** A chosen document, which need not be on the screen. */
export interface Chosen {
  readonly id: string;
  readonly name: string;
}

/** The chosen documents of a list, which Back and reload bring again. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly documents: readonly Chosen[];
  /** Adds a document, or takes it out. Ranges begin at this place. */
  readonly toggle: (at: number) => void;
  /** Chooses everything from where the last choice began. */
  readonly extendTo: (at: number) => void;
  /** Ranges begin at this place. */
  readonly beginAt: (at: number) => void;
  readonly chooseAll: () => void;
  readonly chooseOnly: (at: number) => void;
  readonly clear: () => void;
}

const keptSelections = new KeptViews<readonly Chosen[]>("selection");

/** @param loaded the documents that were drawn, by their place */
export function useSelection(loaded: ReadonlyMap<number, Listed>): Selection {
  const [documents, choose] = useState<readonly Chosen[]>(() => keptSelections.returned() ?? []);
  const [anchor, setAnchor] = useState(0);
  const { url } = useLocation();
  useEffect(
    () => keptSelections.keep(addressOf(), documents.length === 0 ? null : documents),
    [documents, url],
  );
  const ids = new Set(documents.map(({ id }) => id));
  const all = (isChosen: (at: number) => boolean): readonly Chosen[] =>
    [...loaded].flatMap(([at, listed]) => (isChosen(at) ? [chosenOf(listed)] : []));
  return {
    ids,
    documents,
    toggle: (at) => {
      const listed = loaded.get(at);
      setAnchor(at);
      if (listed === undefined) return;
      const { id } = listed.data;
      const others = documents.filter((each) => each.id !== id);
      choose(ids.has(id) ? others : [...others, chosenOf(listed)]);
    },
    extendTo: (at) => choose(all((each) => each >= Math.min(anchor, at) && each <= Math.max(anchor, at))),
    beginAt: setAnchor,
    chooseAll: () => choose(all(() => true)),
    chooseOnly: (at) => choose(all((each) => each === at)),
    clear: () => choose([]),
  };
}

export function chosenOf({ data: { id, displayName: name } }: Listed): Chosen {
  return { id, name };
}
