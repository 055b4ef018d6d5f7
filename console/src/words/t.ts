/** The texts of the console in the person's language. */
import { effect, signal } from "@preact/signals";
import { keptSignal } from "../data/kept.ts";
import { en } from "./en.ts";
import type { facts } from "./en/facts.ts";
import type { leaving } from "./en/leaving.ts";
import type { operations } from "./en/operations.ts";
import type { organization } from "./en/organization.ts";
import type { publicLink } from "./en/public-link.ts";
import type { publicThread } from "./en/public-thread.ts";
import type { settings } from "./en/settings.ts";
import type { signInPage } from "./en/sign-in.ts";
import { intlFormat } from "./intl-format.ts";
import type { NamesOf, Text } from "./text.ts";

export type Language = "en" | "de" | "zh-Hans";
/** English texts that a page brings along with `addEnglish`, outside of the first load. */
type PageTexts = typeof facts &
  typeof leaving &
  typeof operations &
  typeof organization &
  typeof publicLink &
  typeof publicThread &
  typeof settings &
  typeof signInPage;
type English = typeof en & PageTexts;
type Texts = Readonly<Record<keyof English, Text>>;

export type Key = keyof English;
/** The keys of texts without parameters. */
export type PlainKey = {
  [K in Key]: [NamesOf<English[K]>] extends [never] ? K : never;
}[Key];
type Values<K extends Key> = Readonly<Record<NamesOf<English[K]>, string | number>>;
type Rest<K extends Key> = [NamesOf<English[K]>] extends [never] ? [] : [values: Values<K>];

/** The choice of this device. */
export const languageChoice = keptSignal<Language | "system">("language", "system");
/** The language of the texts on the screen. */
export const language = signal<Language>("en");
/** Complete only after the pages on the screen have added theirs. */
let english = en as Texts;
const texts = signal<Texts>(english);

const LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => english,
  de: async () => (await import("./de.ts")).de,
  "zh-Hans": async () => (await import("./zh.ts")).zh,
};

/** Adds the English texts of a page that is drawn for the first time. */
export function addEnglish(more: Partial<PageTexts>): void {
  const isShown = texts.peek() === english;
  english = { ...english, ...more } as Texts;
  if (isShown) texts.value = english;
}

/** Loads the texts of the chosen language now and after each change. Resolves once the first are there. */
export async function applyLanguage(): Promise<void> {
  await new Promise<void>((resolve) => {
    effect(() => {
      void show(
        languageChoice.value === "system" ? languageOf(navigator.languages) : languageChoice.value,
      ).then(resolve, resolve);
    });
  });
}

async function show(wanted: Language): Promise<void> {
  texts.value = await LOADERS[wanted]();
  language.value = wanted;
  document.documentElement.lang = wanted;
}

/** The first language that the console speaks. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [name] = tag.toLowerCase().split("-");
    if (name === "en" || name === "de") return name;
    if (name === "zh") return "zh-Hans";
  }
  return "en";
}

/** A text with its values: `t("upload.sending", { percent: 42 })`. `count` chooses the plural form. */
export function t<K extends Key>(key: K, ...[values]: Rest<K>): string {
  return pieces(key, (values ?? {}) as Readonly<Record<string, string | number>>)
    .map((piece) => (typeof piece === "string" ? piece : formatted(piece.value)))
    .join("");
}

/** The pieces of a text: strings, and values in the places of their names. */
export function pieces<V>(key: Key, values: Readonly<Record<string, V>>): (string | { readonly value: V })[] {
  const text = formOf(texts.value[key], values["count"]);
  return text.split(/\{(\w+)\}/).map((piece, at) => (at % 2 === 0 ? piece : { value: values[piece] as V }));
}

function formOf(text: Text, count: unknown): string {
  if (typeof text === "string") return text;
  const form = typeof count === "number" ? intlFormat("PluralRules", language.value).select(count) : "other";
  return (form === "one" || form === "few" || form === "many" ? text[form] : undefined) ?? text.other;
}

function formatted(value: string | number): string {
  return typeof value === "number" ? intlFormat("NumberFormat", language.value).format(value) : String(value);
}
