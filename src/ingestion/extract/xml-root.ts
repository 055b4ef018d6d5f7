const NAME = /[A-Za-z_][\w.:-]{0,100}/y;
const SPACE = /\s/;
/** Maximum length of the root element's tag. */
const TAG_CHARS = 2_000;

export interface XmlRoot {
  /** Qualified name with its prefix. */
  readonly name: string;
  /** The root tag, as far as the head contains it. */
  readonly tag: string;
  /** Whether the file has an XML declaration. */
  readonly isDeclared: boolean;
}

/** Finds the root element of XML or HTML after its prolog; null without one. Linear time. */
export function xmlRoot(head: string): XmlRoot | null {
  const from = head.startsWith("\ufeff") ? 1 : head.startsWith("\xef\xbb\xbf") ? 3 : 0;
  let isDeclared = false;
  for (let at = from; at < head.length;) {
    if (SPACE.test(head[at] ?? "")) at += 1;
    else if (head.startsWith("<?", at)) {
      isDeclared ||= head.startsWith("<?xml", at);
      at = behind(head, "?>", at);
    } else if (head.startsWith("<!--", at)) at = behind(head, "-->", at);
    else if (head.startsWith("<!", at)) at = behindDoctype(head, at);
    else return elementAt(head, at, isDeclared);
  }
  return null;
}

function elementAt(head: string, at: number, isDeclared: boolean): XmlRoot | null {
  NAME.lastIndex = at + 1;
  const name = head[at] === "<" ? NAME.exec(head)?.[0] : undefined;
  return name === undefined
    ? null
    : { name, tag: head.slice(at, at + TAG_CHARS).split(">", 1)[0] ?? "", isDeclared };
}

function behind(head: string, end: string, at: number): number {
  const found = head.indexOf(end, at);
  return found < 0 ? head.length : found + end.length;
}

/** Returns the offset after the doctype, which may have an internal subset in brackets. */
function behindDoctype(head: string, at: number): number {
  const end = head.indexOf(">", at);
  const bracket = head.indexOf("[", at);
  return bracket >= 0 && bracket < end
    ? behind(head, ">", Math.max(bracket, head.indexOf("]", bracket)))
    : behind(head, ">", at);
}
