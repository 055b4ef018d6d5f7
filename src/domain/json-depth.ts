/**
 * Maximum depth of nested lists and objects in a request body. Bodies of the contract, and schemas from
 * clients of other protocols, are less deep.
 */
export const MAX_JSON_DEPTH = 64;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * True if a JSON text nests lists and objects deeper than allowed. This function does not recurse, because
 * recursion on untrusted depth would overflow the stack.
 */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (isText) {
      if (sign === BACKSLASH) at += 1;
      else if (sign === QUOTE) isText = false;
    } else if (sign === QUOTE) isText = true;
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return true;
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}
