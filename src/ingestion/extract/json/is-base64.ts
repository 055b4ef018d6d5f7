const MIN_CHARS = 200;
const MIN_LINE = 16;
const LETTERS = /^[A-Za-z0-9+/_-]+={0,2}$/;
const DATA_ADDRESS = /^data:[\w.+-]{1,40}\/[\w.+-]{1,80};base64,/;
/** Media types as names of values that contain files, as in notebooks. */
const FILE_TYPE = /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:pdf|zip|octet-stream)$)/;

/**
 * Whether a value is a base64-encoded file.
 * @param name of the value, or of the list that contains it, because a file may be a list of lines
 */
export function isBase64(value: string, name: string): boolean {
  const isNamed = FILE_TYPE.test(name);
  if (value.length < (isNamed ? MIN_LINE : MIN_CHARS)) return false;
  const letters = value.replace(DATA_ADDRESS, "").replace(/[\r\n]+/g, "");
  if (!LETTERS.test(letters)) return false;
  // Long words, gene sequences and digests lack one of these character classes, so they are no files.
  return isNamed || [/[A-Z]/, /[a-z]/, /\d/].every((kind) => kind.test(letters));
}
