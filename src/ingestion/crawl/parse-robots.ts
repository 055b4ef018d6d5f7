/** The rules of a robots.txt for one crawler. */
export interface RobotsTxt {
  /**
   * The longest matching rule decides, and `Allow` wins over a rule of equal length. An address without a
   * matching rule is allowed.
   */
  isAllowed(url: URL): boolean;
  /** Total length of the rules. It bounds the cost of matching per character of an address. */
  readonly ruleChars: number;
  /** Requested delay between two requests in seconds; null without one. */
  readonly crawlDelay: number | null;
}

interface Rule {
  readonly pattern: string;
  readonly allow: boolean;
}

interface Group {
  isThere: boolean;
  crawlDelay: number | null;
  readonly rules: Rule[];
}

const LINE_BREAK = /\r\n|\r|\n/;
const ANYBODY = "*";

/**
 * Parses a robots.txt (RFC 9309) in linear time. Applies all groups that name the crawler, or the groups for
 * `*` if none names it.
 * @param crawlerName the product token, in any case
 */
export function parseRobots(text: string, crawlerName: string): RobotsTxt {
  const name = crawlerName.toLowerCase();
  const own: Group = { isThere: false, crawlDelay: null, rules: [] };
  const anybody: Group = { isThere: false, crawlDelay: null, rules: [] };
  let named: Set<Group> = new Set();
  let isNaming = false;
  for (const line of text.split(LINE_BREAK)) {
    const field = fieldOf(line);
    if (field === null) continue;
    if (field.key === "user-agent") {
      if (!isNaming) named = new Set();
      const agent = agentOf(field.value);
      if (agent === name) named.add(own);
      if (agent === ANYBODY) named.add(anybody);
    } else if (field.key === "allow" || field.key === "disallow") {
      for (const group of named) add(group, field.value, field.key === "allow");
    } else if (field.key === "crawl-delay") {
      for (const group of named) delay(group, field.value);
    }
    isNaming = field.key === "user-agent";
  }
  const { rules, crawlDelay } = own.isThere ? own : anybody;
  const ruleChars = rules.reduce((sum, rule) => sum + rule.pattern.length, 0);
  return {
    ruleChars,
    crawlDelay,
    isAllowed: (url) => isAllowed(rules, withUpperCaseEscapes(url.pathname + url.search)),
  };
}

function fieldOf(line: string): { key: string; value: string } | null {
  const comment = line.indexOf("#");
  const content = comment < 0 ? line : line.slice(0, comment);
  const colon = content.indexOf(":");
  const key = content.slice(0, Math.max(0, colon)).trim().toLowerCase();
  return key === "" ? null : { key, value: content.slice(colon + 1).trim() };
}

/** Without a version: `Bot/1.0` is `bot`. */
function agentOf(value: string): string {
  return (value.toLowerCase().split("/", 1)[0] ?? "").trim();
}

function add(group: Group, pattern: string, allow: boolean): void {
  group.isThere = true;
  if (pattern !== "") group.rules.push({ pattern: encoded(pattern), allow });
}

/** Takes the longest delay. `Crawl-delay` is not part of RFC 9309 but widely used. */
function delay(group: Group, value: string): void {
  group.isThere = true;
  const seconds = /^\d{1,6}(?:\.\d{1,3})?$/.test(value) ? Number(value) : 0;
  group.crawlDelay = Math.max(group.crawlDelay ?? 0, seconds);
}

function encoded(pattern: string): string {
  return withUpperCaseEscapes(encodeURI(pattern.toWellFormed()).replaceAll("%25", "%"));
}

function withUpperCaseEscapes(path: string): string {
  return path.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
}

function isAllowed(rules: readonly Rule[], path: string): boolean {
  let best: Rule | null = null;
  for (const rule of rules) {
    const isBetter =
      best === null ||
      rule.pattern.length > best.pattern.length ||
      (rule.pattern.length === best.pattern.length && rule.allow);
    if (isBetter && matches(rule.pattern, path)) best = rule;
  }
  return best?.allow ?? true;
}

/**
 * Matches a path: `*` stands for any characters, and a final `$` for the end. Each part between two `*`
 * matches at its first position, without backtracking.
 */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  const first = parts.shift() ?? "";
  const last = isWhole ? parts.pop() : undefined;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}
