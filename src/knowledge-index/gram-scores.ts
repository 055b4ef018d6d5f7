const GRAM = 4;
const K1 = 1.2;
const B = 0.75;

/**
 * BM25 over sequences of four characters (words and the spaces around them) of folded texts, with statistics of these texts alone:
 * finds inflections, compounds and misspellings that a stemmer keeps apart.
 */
export function gramScores(query: string, texts: readonly string[]): number[] {
  const wanted = new Map<number, number>();
  eachGram(query, (gram) => {
    if (!wanted.has(gram)) wanted.set(gram, wanted.size);
  });
  const holding = new Uint32Array(wanted.size);
  const counts = texts.map((text) => {
    const count = new Uint16Array(wanted.size);
    eachGram(text, (gram) => {
      const at = wanted.get(gram);
      if (at !== undefined && count[at]!++ === 0) holding[at]! += 1;
    });
    return count;
  });
  const meanLength = texts.reduce((sum, text) => sum + text.length, 0) / Math.max(1, texts.length);
  const idf = Array.from(holding, (n) => Math.log(1 + (texts.length - n + 0.5) / (n + 0.5)));
  return counts.map((count, i) => {
    const norm = K1 * (1 - B + (B * (texts[i]?.length ?? 0)) / Math.max(1, meanLength));
    let score = 0;
    for (let at = 0; at < count.length; at += 1) {
      const n = count[at] ?? 0;
      if (n > 0) score += ((idf[at] ?? 0) * n * (K1 + 1)) / (n + norm);
    }
    return score;
  });
}

/** Calls back with a 32-bit FNV-1a hash of each sequence: two of a question's few dozen hardly ever share one. */
function eachGram(text: string, visit: (gram: number) => void): void {
  const padded = ` ${text} `;
  for (let start = 0; start + GRAM <= padded.length; start += 1) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < GRAM; i += 1) hash = Math.imul(hash ^ padded.charCodeAt(start + i), 0x01000193);
    visit(hash);
  }
}
