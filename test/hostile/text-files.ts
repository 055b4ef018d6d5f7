const MEBIBYTE = 1024 * 1024;
const times = (unit: string, bytes: number): string => unit.repeat(Math.floor(bytes / unit.length));

export const textFiles: Readonly<Record<string, readonly [why: string, make: () => string]>> = {
  "text-one-character": ["25 MiB of one letter", () => times("a", 25 * MEBIBYTE)],
  "text-one-line": ["25 MiB of words without a line break or a stop", () => times("word ", 25 * MEBIBYTE)],
  "text-blank-lines": [
    "25 MiB of blank lines between two words",
    () => `first${times("\n", 25 * MEBIBYTE - 10)}last`,
  ],
  "text-spaces": ["25 MiB of spaces between two words", () => `first${times(" ", 25 * MEBIBYTE - 10)}last`],
  "text-line-breaks": ["10 MiB of words, each on a line of its own", () => times("word\n", 10 * MEBIBYTE)],
  "text-dots": ["5 MiB of full stops", () => times(".", 5 * MEBIBYTE)],
  "text-dots-apart": ["5 MiB of leaders", () => times(". ", 5 * MEBIBYTE)],
  "text-closing-quotes": ["stops with closing quotes after them", () => times(`."`, 5 * MEBIBYTE)],
  "text-opening-quotes": ["quotes that are never closed", () => times(`“Word `, 5 * MEBIBYTE)],
  "text-references": ["a stop, then reference marks", () => `Word.${times("[1]", 5 * MEBIBYTE)}`],
  "text-abbreviations": [
    "abbreviations, after which no sentence ends",
    () => times("e.g. Dr. i.e. Fig. 3. ", 5 * MEBIBYTE),
  ],
  "text-initials": ["initials", () => times("J. R. ", 5 * MEBIBYTE)],
  "text-hyphens": ["words joined by hyphens", () => times("a-", 5 * MEBIBYTE)],
  "text-blocks-without-stops": [
    "paragraphs in which no sentence ends",
    () => times("a few words\n\n", 10 * MEBIBYTE),
  ],
  "text-list-items": ["list items", () => times("- a\n", 5 * MEBIBYTE)],
  "text-table": ["one row of a table without end", () => times("| a ", 5 * MEBIBYTE)],
  "text-marks": ["one letter and 5 MiB of accents on it", () => `a${times("\u0301", 5 * MEBIBYTE)}`],
  "text-emoji": ["pictures joined to one another", () => times("👩‍", 5 * MEBIBYTE)],
  "text-unspaced": ["a script without spaces, and without a stop", () => times("日本語文", 3 * MEBIBYTE)],
  "text-different-words": [
    "a million different words",
    () => Array.from({ length: 1_000_000 }, (_, at) => at.toString(36)).join(" "),
  ],
  "text-alike-sentences": [
    "sentences that are all alike",
    () => times("Some otters eat fish at night near the kelp. ", 10 * MEBIBYTE),
  ],
};

export const markdownFiles: Readonly<Record<string, readonly [why: string, make: () => string]>> = {
  "markdown-headings": ["headings without anything below", () => times("# a\n", 5 * MEBIBYTE)],
  "markdown-hashes": ["a heading of 5 MiB of hashes", () => `# ${times("# ", 5 * MEBIBYTE)}`],
  "markdown-underlines": [
    "a line of equals signs below a line of spaces",
    () => `${times(" ", MEBIBYTE)}a\n${times("=", MEBIBYTE)}`,
  ],
  "markdown-front-matter": ["front matter that never ends", () => `---\n${times("title:\n", 5 * MEBIBYTE)}`],
  "markdown-fences": ["fences", () => times("```\n", 5 * MEBIBYTE)],
  "markdown-quotes": ["quotes in quotes", () => `${times("> ", MEBIBYTE)}a`],
};
