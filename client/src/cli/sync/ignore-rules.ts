import ignore from "ignore";

/** The file of ignore rules, in the syntax of `.gitignore`, at the top of a source. */
export const IGNORE_FILE = ".knowledgeignore";

/** Tells whether a path of a source stays out of the collection. A folder's path ends with `/`. */
export type IsIgnored = (path: string) => boolean;

/** Ignores hidden files and folders, and the paths that match the rules. */
export function createIgnoreRules(rules: string): IsIgnored {
  const matcher = ignore().add(rules);
  return (path) => path.split("/").some((part) => part.startsWith(".")) || matcher.ignores(path);
}
