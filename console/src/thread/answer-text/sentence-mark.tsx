import type { VNode } from "preact";
import { t } from "../../words/t.ts";
import type { Sentence } from "../timeline/row.ts";

/** The sign of each support: never a color alone. */
export const SUPPORT_SIGNS = { quoted: "”", supported: "≈", unverified: "?", contradicted: "≠" } as const;

/** A sign and a word behind a sentence that its source does not support. */
export function SentenceMark({ sentence: { support, reason } }: { sentence: Sentence }): VNode {
  return (
    <span
      class={`sentence-mark caption ${support}`}
      {...(reason === "" ? {} : { title: t(`reason.${reason}`) })}
    >
      <span aria-hidden="true">{SUPPORT_SIGNS[support]} </span>
      {t(`support.${support}`)}
      {reason !== "" && <span class="unseen">. {t(`reason.${reason}`)}</span>}
    </span>
  );
}
