/** A damaged copy: flipped bits, a truncated end, a part repeated or removed, or bytes replaced. */
export function mutated(bytes: Uint8Array, random: () => number): Uint8Array<ArrayBuffer> {
  const at = (): number => Math.floor(random() * bytes.length);
  const [from, to] = [at(), at()].sort((a, b) => a - b) as [number, number];
  const kind = Math.floor(random() * 5);
  if (kind === 0) return bytes.slice(0, at() + 1);
  if (kind === 1) return Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(to)]);
  if (kind === 2) return Uint8Array.from([...bytes.subarray(0, to), ...bytes.subarray(from, to), ...bytes.subarray(to)]);
  const copy = Uint8Array.from(bytes);
  for (let left = 1 + Math.floor(random() * 40); left > 0; left -= 1) {
    const place = at();
    copy[place] = kind === 3 ? (copy[place] ?? 0) ^ (1 << Math.floor(random() * 8)) : (bytes[at()] ?? 0);
  }
  return copy;
}
