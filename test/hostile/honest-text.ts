/**
 * Words of an invented language, so that no existing text is copied. Common words are short and rare ones
 * long.
 */
const SYLLABLES = "ka lo mi ten ra vis do per an sul tor ne bri gal ho fen mar qui zet lun".split(" ");
const FUNCTION_WORDS =
  "the of and to in is that it was for on with as are this by from or have not but they which at one all we can".split(
    " ",
  );
const COMMON_WORDS = 40;
const VOCABULARY = 20_000;

/** Reproducible numbers in [0, 1) (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function vocabularyOf(random: () => number): string[] {
  return Array.from({ length: VOCABULARY }, (_, rank) => {
    const length = rank < COMMON_WORDS ? 1 : 2 + Math.floor(random() * 3);
    return Array.from({ length }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join("");
  });
}

/**
 * Realistic, reproducible prose of exactly `bytes` bytes of ASCII: sentences of 5 to 30 words, names,
 * numbers, abbreviations, quotes, headings, and lines of 80 characters.
 */
export function honestText(bytes: number): string {
  const random = seeded(bytes);
  const words = vocabularyOf(random);
  const word = (): string => {
    if (random() < 0.45) return FUNCTION_WORDS[Math.floor(random() * FUNCTION_WORDS.length)] ?? "";
    return words[Math.floor(VOCABULARY ** random())] ?? "";
  };
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  const sentence = (): string => {
    const parts = Array.from({ length: 5 + Math.floor(random() * 26) }, () => {
      const choice = random();
      if (choice < 0.03) return capital(word());
      if (choice < 0.04) return String(Math.floor(random() * 3000));
      if (choice < 0.045) return "e.g.";
      if (choice < 0.05) return `Dr. ${capital(word())}`;
      return choice < 0.12 ? `${word()},` : word();
    });
    const text = capital(parts.join(" "));
    return random() < 0.05 ? `"${text}."` : `${text}${random() < 0.05 ? "?" : "."}`;
  };
  const parts: string[] = [];
  let length = 0;
  for (let paragraph = 0; length < bytes; paragraph += 1) {
    const isHeading = paragraph % 12 === 0;
    const text = isHeading
      ? `Chapter ${paragraph / 12 + 1}`
      : wrapped(Array.from({ length: 3 + Math.floor(random() * 6) }, sentence).join(" "));
    parts.push(text, "\n\n");
    length += text.length + 2;
  }
  return parts.join("").slice(0, bytes);
}

function wrapped(text: string): string {
  return text.replace(/(.{60,80}) /g, "$1\n");
}
