import type { IconName } from "../icon/icon-paths.ts";

/** One entry. It leads to an address or runs an action. */
export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly key?: string | undefined;
  readonly href?: string;
  readonly run?: () => void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly items: readonly PaletteItem[];
}

/** The entries with all typed words in their label; those that begin with the text come first. */
export function matching(
  items: readonly PaletteItem[],
  typed: string,
  limit: number,
): readonly PaletteItem[] {
  const wanted = typed.trim().toLocaleLowerCase();
  const words = wanted.split(/\s+/);
  const fitting = items.filter(({ label }) =>
    words.every((word) => label.toLocaleLowerCase().includes(word)),
  );
  const begins = ({ label }: PaletteItem): boolean => label.toLocaleLowerCase().startsWith(wanted);
  return [...fitting.filter(begins), ...fitting.filter((item) => !begins(item))].slice(0, limit);
}

/** `>` narrows to actions, `#` to collections. */
export function readTyped(typed: string): {
  readonly only: "actions" | "collections" | null;
  readonly text: string;
} {
  if (typed.startsWith(">")) return { only: "actions", text: typed.slice(1).trim() };
  if (typed.startsWith("#")) return { only: "collections", text: typed.slice(1).trim() };
  return { only: null, text: typed.trim() };
}
