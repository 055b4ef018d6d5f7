/** The words of a sentence in lower case, and its punctuation marks one by one. */
export function tokensOf(masked: string): string[] {
  return (
    masked
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[\p{L}\p{N}][\p{L}\p{N}'_-]*|[^\s]/gu) ?? []
  );
}

export function isWord(token: string | undefined): token is string {
  return token !== undefined && /^[\p{L}\p{N}]/u.test(token);
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/));
}
