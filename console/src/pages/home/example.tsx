import type { VNode } from "preact";
import { Icon } from "../../parts/icon/icon.tsx";
import { t } from "../../words/t.ts";

/** How an answer and its source look, with words of the sample. They stay in the sample's language. */
export function Example(): VNode {
  return (
    <section class="example" aria-label={t("home.howItWorks")}>
      <div class="card">
        <h3>{t("home.anAnswer")}</h3>
        <p lang="en">
          The default scoring matrix is BLOSUM50.<span class="example-chip">1</span>
        </p>
      </div>
      <Icon name="right" class="no-phone" />
      <div class="card example-paper">
        <h3>{t("home.atThePage", { name: "fasta-guide.pdf" })}</h3>
        <p lang="en">
          … used to score each pair of residues. <mark>The default scoring matrix is BLOSUM50</mark> for
          proteins …
        </p>
      </div>
    </section>
  );
}
