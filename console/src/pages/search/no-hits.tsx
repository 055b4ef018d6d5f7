import type { VNode } from "preact";
import { ButtonLink } from "../../parts/button/button.tsx";
import { Empty } from "../../parts/empty/empty.tsx";
import { t } from "../../words/t.ts";
import { searchAddress } from "./search-address.ts";

/** Nothing was found. A narrowed search offers to look everywhere. */
export function NoHits({ q, within, tab }: { q: string; within: string; tab: string }): VNode {
  return (
    <Empty
      {...(within === ""
        ? {}
        : {
            action: (
              <ButtonLink href={searchAddress({ q, within: "", tab })}>{t("search.everywhere")}</ButtonLink>
            ),
          })}
    >
      {t("search.none", { query: q })}
    </Empty>
  );
}
