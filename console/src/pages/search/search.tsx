import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useCollectionTree } from "../../data/collection-tree.ts";
import { Button, ButtonLink } from "../../parts/button/button.tsx";
import { isEnter } from "../../parts/field/field.tsx";
import { Page } from "../../parts/frame/page.tsx";
import { Tabs } from "../../parts/tabs/tabs.tsx";
import { t } from "../../words/t.ts";
import { NameHits } from "./name-hits.tsx";
import { searchAddress } from "./search-address.ts";
import { ThreadHits } from "./thread-hits.tsx";
import { WordHits } from "./word-hits.tsx";

const MAX_QUERY = 1_000;

/** Finds passages by words and meaning, documents by name, and threads by words. */
export function Search(): VNode {
  const { query: asked, route } = useLocation();
  const { q = "", in: within = "", tab = "words" } = asked;
  const { tree } = useCollectionTree();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (field.current !== null) field.current.value = q;
    field.current?.focus();
  }, [q]);
  const search = (): void => route(searchAddress({ q: field.current?.value.trim() ?? "", within, tab }));
  const label = tree.get(within)?.label ?? "";
  return (
    <Page title={q === "" ? t("nav.search") : t("search.title", { query: q })}>
      <div class="search column">
        <form
          class="row search-form"
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            search();
          }}
        >
          <input
            ref={field}
            type="search"
            class="grow"
            name="q"
            defaultValue={q}
            maxLength={MAX_QUERY}
            aria-label={t("nav.search")}
            placeholder={t("search.placeholder")}
            onKeyDown={(event) => {
              // The browser submits for an Enter that ends a composition.
              if (event.key === "Enter") event.preventDefault();
              if (isEnter(event)) search();
            }}
          />
          <Button kind="primary" icon="search" type="submit">
            {t("search.find")}
          </Button>
        </form>
        {within !== "" && (
          <p class="row small search-within">
            {t("search.within", { label })}
            <ButtonLink kind="quiet" size="small" href={searchAddress({ q, within: "", tab })}>
              {t("search.everywhere")}
            </ButtonLink>
          </p>
        )}
        <Tabs
          label={t("search.kinds")}
          current={tab}
          tabs={(["words", "names", "threads"] as const).map((id) => ({
            id,
            label: t(`search.${id}`),
            href: searchAddress({ q, within, tab: id }),
          }))}
        />
        {q === "" ? (
          <p class="muted page-padded">{t("search.hint")}</p>
        ) : tab === "names" ? (
          <NameHits q={q} within={within} />
        ) : tab === "threads" ? (
          <ThreadHits q={q} within={within} />
        ) : (
          <WordHits q={q} within={within} />
        )}
      </div>
    </Page>
  );
}
