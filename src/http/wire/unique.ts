/** The values, each once, in the order of their first mention. */
export function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
