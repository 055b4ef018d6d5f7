/** Height of a row in pixels: the token `--row` at the width of this window. */
export function rowPixels(): number {
  const style = getComputedStyle(document.documentElement);
  return Number.parseFloat(style.getPropertyValue("--row")) * Number.parseFloat(style.fontSize);
}
