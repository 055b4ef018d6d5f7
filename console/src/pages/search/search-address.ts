/** The address of a search. */
export function searchAddress({
  q,
  within,
  tab,
}: {
  readonly q: string;
  readonly within: string;
  readonly tab: string;
}): string {
  const parts = new URLSearchParams({
    ...(q === "" ? {} : { q }),
    ...(within === "" ? {} : { in: within }),
    ...(tab === "words" ? {} : { tab }),
  });
  return `/search${parts.size === 0 ? "" : `?${parts.toString()}`}`;
}
