/**
 * Whether a `Prefer` header (RFC 7240) asks for identifiers in their text spelling: preferences are separated by commas, each may have
 * parameters behind a semicolon, and the first of a name counts.
 */
export function prefersText(header: string | undefined): boolean {
  const preferences = (header ?? "").split(",").map((each) => each.split(";")[0]?.split("=") ?? []);
  const found = preferences.find(([name = ""]) => name.trim().toLowerCase() === "identifiers");
  return found?.[1]?.trim().replace(/^"(.*)"$/, "$1") === "text";
}
