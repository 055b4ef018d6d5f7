/**
 * Whether a `Prefer` header (RFC 7240) requests identifiers as text. Commas separate preferences, and a
 * semicolon precedes parameters. Only the first preference with a name counts.
 */
export function prefersText(header: string | undefined): boolean {
  const preferences = (header ?? "").split(",").map((each) => each.split(";")[0]?.split("=") ?? []);
  const found = preferences.find(([name = ""]) => name.trim().toLowerCase() === "identifiers");
  return found?.[1]?.trim().replace(/^"(.*)"$/, "$1") === "text";
}
