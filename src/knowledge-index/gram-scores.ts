const GRAM = 4;
const BEGINNINGS = 2 ** 14;
const K1 = 1.2;
const B = 0.75;

/**
 * BM25 over sequences of four characters (words and the spaces around them) of folded texts, with statistics of these texts alone:
 * finds inflections, compounds and misspellings that a stemmer keeps apart.
 */
export function gramScores(query: string, texts: readonly string[]): number[] {
  const wanted = new Map<number, number>();
  // Few of a text's sequences are the question's: how they begin tells most others before they are hashed.
  const beginnings = new Uint8Array(BEGINNINGS);
  const padded = ` ${query} `;
  for (let start = 0; start + GRAM <= padded.length; start += 1) {
    beginnings[beginningAt(padded, start)] = 1;
    const gram = gramAt(padded, start);
    if (!wanted.has(gram)) wanted.set(gram, wanted.size);
  }
  const holding = new Uint32Array(wanted.size);
  const counts = texts.map((text) => countGrams(text, wanted, beginnings));
  for (const count of counts) {
    for (let at = 0; at < count.length; at += 1) if (count[at] !== 0) holding[at]! += 1;
  }
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

function countGrams(text: string, wanted: ReadonlyMap<number, number>, beginnings: Uint8Array): Uint16Array {
  const count = new Uint16Array(wanted.size);
  const padded = ` ${text} `;
  for (let start = 0; start + GRAM <= padded.length; start += 1) {
    if (beginnings[beginningAt(padded, start)] === 0) continue;
    const at = wanted.get(gramAt(padded, start));
    if (at !== undefined) count[at]! += 1;
  }
  return count;
}

function beginningAt(padded: string, start: number): number {
  return (Math.imul(padded.charCodeAt(start), 131) + padded.charCodeAt(start + 1)) & (BEGINNINGS - 1);
}

/** A 32-bit FNV-1a hash of the sequence: two of a question's few dozen hardly ever share one. */
function gramAt(padded: string, start: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < GRAM; i += 1) hash = Math.imul(hash ^ padded.charCodeAt(start + i), 0x01000193);
  return hash;
}
