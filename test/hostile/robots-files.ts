const MEGABYTE = 1_000_000;
const times = (unit: string, bytes: number): string => unit.repeat(Math.floor(bytes / unit.length));
const ALL = "User-agent: *\n";

/** The service reads up to 500 KiB of a robots.txt (RFC 9309, 2.5). */
export const robotsFiles: Readonly<Record<string, readonly [why: string, make: () => string]>> = {
  "robots-blank-lines": ["blank lines", () => times("\n", MEGABYTE / 2)],
  "robots-spaces": ["one line of spaces", () => times(" ", MEGABYTE / 2)],
  "robots-names": [
    "20,000 agents that share 20,000 rules",
    () => times("User-agent: a\n", MEGABYTE / 4) + times("Disallow: /a\n", MEGABYTE / 4),
  ],
  "robots-groups": [
    "a group for each of 15,000 agents",
    () => Array.from({ length: 15_000 }, (_, at) => `User-agent: a${at}\nDisallow: /\n`).join(""),
  ],
  "robots-rules": ["30,000 rules that look alike", () => ALL + times("Disallow: /a/b\n", MEGABYTE / 2)],
  "robots-wildcards": ["one rule of wildcards", () => `${ALL}Disallow: /${times("*a", MEGABYTE / 2)}$\n`],
  "robots-wildcard-rules": [
    "many rules of wildcards",
    () => ALL + times("Disallow: /*a*a*a*a*a*a*a*b$\n", MEGABYTE / 2),
  ],
  "robots-percent": ["rules of percent signs", () => ALL + times("Disallow: /%%%%\n", MEGABYTE / 2)],
  "robots-comments": ["comments", () => times("# no rule: *\n", MEGABYTE / 2)],
  "robots-one-line": ["one line without a colon", () => times("a", MEGABYTE / 2)],
};
