import { useState } from "preact/hooks";
import type { Listed } from "./listed.ts";

/** The chosen documents of a list, of which `loaded` has the ones that were drawn, by their place. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly documents: readonly Listed[];
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

export function useSelection(loaded: ReadonlyMap<number, Listed>): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState(0);
  const idsOf = (isChosen: (at: number) => boolean): ReadonlySet<string> =>
    new Set([...loaded].flatMap(([at, { data }]) => (isChosen(at) ? [data.id] : [])));
  return {
    ids,
    documents: [...loaded.values()].filter(({ data }) => ids.has(data.id)),
    toggle: (at) => {
      const id = loaded.get(at)?.data.id ?? "";
      const others = [...ids].filter((other) => other !== id);
      setAnchor(at);
      setIds(new Set(ids.has(id) || id === "" ? others : [...others, id]));
    },
    extendTo: (at) => setIds(idsOf((each) => each >= Math.min(anchor, at) && each <= Math.max(anchor, at))),
    beginAt: setAnchor,
    chooseAll: () => setIds(idsOf(() => true)),
    chooseOnly: (at) => setIds(idsOf((each) => each === at)),
    clear: () => setIds(new Set()),
  };
}
