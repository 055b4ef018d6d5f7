import type { VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { client } from "../../data/client.ts";
import { workspace } from "../../data/session.ts";
import { isEnter } from "../../parts/field/field.tsx";
import { Icon } from "../../parts/icon/icon.tsx";
import { t } from "../../words/t.ts";
import type { ScopeItem } from "./kept-text.ts";

const MAX_OF_EACH = 6;
const SEARCH_AFTER_MS = 120;

/** A field that finds collections and documents by their names. */
export function ScopePicker({
  chosen,
  onChoose,
  onClose,
}: {
  chosen: readonly ScopeItem[];
  onChoose: (item: ScopeItem) => void;
  onClose: () => void;
}): VNode {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const items = useFound(words).filter((item) => chosen.every((each) => each.id !== item.id));
  useLayoutEffect(() => field.current?.focus(), []);
  const press = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const item = items[at];
    if (step !== undefined && items.length > 0) setAt((at + step + items.length) % items.length);
    else if (isEnter(event) && item !== undefined) onChoose(item);
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class="scope-picker"
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) onClose();
      }}
    >
      <input
        ref={field}
        class="input"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-label={t("composer.addScope")}
        placeholder={t("composer.addScope")}
        {...(items.length === 0 ? {} : { "aria-activedescendant": `${id}-${at}` })}
        value={words}
        onInput={(event) => {
          setWords(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <ul id={id} role="listbox" aria-label={t("composer.addScope")}>
        {items.map((item, position) => (
          <li
            key={item.id}
            id={`${id}-${position}`}
            role="option"
            aria-selected={position === at}
            class="menu-item"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(item)}
          >
            <Icon name={item.kind === "asset" ? "document" : "folder"} />
            <bdi class="cut">{item.name}</bdi>
          </li>
        ))}
      </ul>
      {items.length === 0 && <p class="small muted menu-label">{t("composer.noScope")}</p>}
    </div>
  );
}

/** Collections at once, documents as soon as the service has found them. */
function useFound(words: string): readonly ScopeItem[] {
  const [assets, setAssets] = useState<readonly ScopeItem[]>([]);
  useEffect(() => {
    const ended = new AbortController();
    const timer = setTimeout(() => {
      findAssets(words, ended.signal).then(setAssets, () => {});
    }, SEARCH_AFTER_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [words]);
  const wanted = words.trim().toLocaleLowerCase();
  const collections = (workspace.value?.collections ?? [])
    .filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
    .slice(0, MAX_OF_EACH)
    .map(({ id, label }): ScopeItem => ({ kind: "collection", id, name: label }));
  return [...collections, ...assets];
}

async function findAssets(words: string, signal: AbortSignal): Promise<ScopeItem[]> {
  const { data } = await client.request("POST", "/v1/assets/search", {
    body: { matchName: words.trim(), lifecycleStates: ["ready"], pagination: { Limit: MAX_OF_EACH } },
    signal,
  });
  return data.result.entities.map(({ data: { id, displayName } }) => ({
    kind: "asset",
    id,
    name: displayName,
  }));
}
