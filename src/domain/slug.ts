const MAX_SLUG_LENGTH = 60;

/** Returns a slug of lower-case ASCII letters, digits and single hyphens. Never empty. */
export function slugOf(text: string, fallback: string): string {
  const ascii = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const slug = ascii
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replaceAll(/^-|-$/g, "");
  return slug === "" ? fallback : slug;
}

/** Returns the slug itself, or the slug with a random suffix if it is taken. */
export function uniqueSlug(slug: string, isTaken: boolean): string {
  if (!isTaken) return slug;
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `${slug}-${2 + (random % 999_998)}`;
}
