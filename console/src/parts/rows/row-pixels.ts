/** Height of a row in pixels: the token at the width and the pointer of this window. */
export function rowPixels(token: "--row" | "--tree-row"): number {
  const style = getComputedStyle(document.documentElement);
  return Number.parseFloat(style.getPropertyValue(token)) * Number.parseFloat(style.fontSize);
}
