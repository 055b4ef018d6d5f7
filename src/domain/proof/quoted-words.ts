import { termsOf } from "../../text/terms.ts";
import type { Statement } from "./statement.ts";

/** What stands in quotation marks. Bounded: the texts are anybody's. */
const QUOTED = /"([^"\n]{1,400})"|[“„«»‚‘]([^“”„«»‚‘\n]{1,400})[”“»«]|「([^「」\n]{1,400})」|『([^『』\n]{1,400})』/gu;

const spelled = (text: string): string =>
  ` ${termsOf(text)
    .map(({ term }) => term)
    .join(" ")} `;

/** Whether all that a statement has in quotation marks stands word for word in one of the texts. */
export function hasQuotedWords(said: string, sources: readonly Statement[]): boolean {
  const texts = sources.map(({ words }) => ` ${words.map(({ term }) => term).join(" ")} `);
  return [...said.matchAll(QUOTED)].every(([, ...groups]) => {
    const words = spelled(groups.find((group) => group !== undefined) ?? "");
    return words.trim() === "" || texts.some((text) => text.includes(words));
  });
}
