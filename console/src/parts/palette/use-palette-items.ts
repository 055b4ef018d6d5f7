import { useEffect, useState } from "preact/hooks";
import { ask } from "../../data/ask.ts";
import { query, useQuery } from "../../data/cache.ts";
import { client, idFromBytes } from "../../data/client.ts";
import { useCollectionTree } from "../../data/collection-tree.ts";
import { actions } from "../keys/actions.ts";
import { lastPlaces } from "../keys/places.ts";
import { t } from "../../words/t.ts";
import { showToast } from "../toast/toasts.ts";
import { matching, type PaletteGroup, type PaletteItem, readTyped } from "./palette-items.ts";

const [PER_GROUP, THREADS] = [6, 200];
/** Pause after the last key before the service is asked, in milliseconds. */
const PAUSE_MS = 120;

/** The entries for a typed text, in groups. The names of documents come from the service. */
export function usePaletteItems(typed: string): readonly PaletteGroup[] {
  const { tree } = useCollectionTree();
  const { only, text } = readTyped(typed);
  const threads = useQuery(query("/v1/navigate/recent/threads", { query: { limit: THREADS } }));
  const documents = useDocuments(only === null ? text : "");
  const here: readonly PaletteItem[] = [...actions.value.values()]
    .flat()
    .map(({ label, icon, key, run }) => ({ id: `action ${label}`, label, icon, key, run }));
  const collections: readonly PaletteItem[] = [...tree.values()].map(({ id, label }) => ({
    id,
    label,
    icon: "folder",
    href: `/c/${id}`,
  }));
  const named: readonly PaletteItem[] = (threads.data?.result.entities ?? []).map(({ data }) => {
    const id = idFromBytes("thread", data.threadId);
    return { id, label: data.label || t("library.unnamedThread"), icon: "thread", href: `/t/${id}` };
  });
  const groups: readonly PaletteGroup[] =
    text === "" && only === null
      ? [
          { name: t("palette.last"), items: lastPlaces.value.map(placeItem) },
          { name: t("palette.here"), items: here },
          { name: t("palette.places"), items: places() },
        ]
      : [
          { name: t("palette.here"), items: only === "collections" ? [] : matching(here, text, PER_GROUP) },
          {
            name: t("palette.collections"),
            items: only === "actions" ? [] : matching(collections, text, PER_GROUP),
          },
          { name: t("library.documents"), items: documents },
          { name: t("nav.threads"), items: only === null ? matching(named, text, PER_GROUP) : [] },
          { name: t("palette.places"), items: only === null ? matching(places(), text, PER_GROUP) : [] },
          { name: t("palette.ask"), items: only === null ? [askItem(text)] : [] },
        ];
  return groups.filter(({ items }) => items.length > 0);
}

const placeItem = ({ title, path }: { title: string; path: string }): PaletteItem => ({
  id: path,
  label: title,
  icon: path.startsWith("/t/") ? "thread" : path.startsWith("/c/") ? "folder" : "document",
  href: path,
});

function places(): readonly PaletteItem[] {
  return [
    { id: "/", label: t("nav.home"), icon: "home", href: "/" },
    { id: "/library", label: t("nav.library"), icon: "folder", href: "/library" },
    { id: "/threads", label: t("nav.threads"), icon: "thread", href: "/threads" },
    { id: "/search", label: t("nav.search"), icon: "search", href: "/search" },
    { id: "/deleted", label: t("nav.deleted"), icon: "trash", href: "/deleted" },
    { id: "/settings/profile", label: t("nav.settings"), icon: "settings", href: "/settings/profile" },
  ];
}

function askItem(question: string): PaletteItem {
  const run = (): void => {
    ask(question).then(
      (threadId) => location.assign(`/t/${threadId}`),
      (error: unknown) => showToast({ text: error instanceof Error ? error.message : String(error) }),
    );
  };
  return { id: "ask", label: t("palette.askThis", { question }), icon: "send", run };
}

/** Documents by name, a moment after the last key. Older results stay until newer ones come. */
function useDocuments(text: string): readonly PaletteItem[] {
  const [items, setItems] = useState<readonly PaletteItem[]>([]);
  useEffect(() => {
    if (text === "") return setItems([]);
    let isCurrent = true;
    const timer = setTimeout(() => {
      const body = { matchName: text, pagination: { Limit: PER_GROUP } };
      client.request("POST", "/v1/assets/search", { body }).then(
        ({ data }) => {
          if (isCurrent)
            setItems(
              data.result.entities.map(({ data: { id, displayName } }) => ({
                id,
                label: displayName,
                icon: "document",
                href: `/d/${id}`,
              })),
            );
        },
        // Without results the other groups still work.
        () => {},
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return items;
}
