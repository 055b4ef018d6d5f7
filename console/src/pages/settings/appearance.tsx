import type { VNode } from "preact";
import { hasLetterKeys } from "../../parts/keys/actions.ts";
import { hasCompactRows, type Theme, theme } from "../../theme/theme.ts";
import { type PlainKey, type Language, languageChoice, t } from "../../words/t.ts";

const THEMES: readonly (readonly [Theme, PlainKey])[] = [
  ["system", "settings.asSystem"],
  ["light", "settings.light"],
  ["dark", "settings.dark"],
];
/** Each in its own language. */
const LANGUAGES: readonly (readonly [Language, string])[] = [
  ["en", "English"],
  ["de", "Deutsch"],
  ["zh-Hans", "中文"],
];

/** Theme, language, the height of rows, and keys. This device keeps them. */
export function Appearance(): VNode {
  return (
    <section class="column">
      <h2>{t("settings.appearance")}</h2>
      <p class="small muted">{t("settings.onThisDevice")}</p>
      <fieldset class="choices">
        <legend class="small">{t("settings.theme")}</legend>
        {THEMES.map(([value, label]) => (
          <label key={value} class="row">
            <input
              type="radio"
              name="theme"
              checked={theme.value === value}
              onChange={() => (theme.value = value)}
            />
            {t(label)}
          </label>
        ))}
      </fieldset>
      <fieldset class="choices">
        <legend class="small">{t("settings.language")}</legend>
        <label class="row">
          <input
            type="radio"
            name="language"
            checked={languageChoice.value === "system"}
            onChange={() => (languageChoice.value = "system")}
          />
          {t("settings.asSystem")}
        </label>
        {LANGUAGES.map(([value, label]) => (
          <label key={value} class="row" lang={value}>
            <input
              type="radio"
              name="language"
              checked={languageChoice.value === value}
              onChange={() => (languageChoice.value = value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <label class="row">
        <input
          type="checkbox"
          checked={hasCompactRows.value}
          onChange={(event) => (hasCompactRows.value = event.currentTarget.checked)}
        />
        {t("settings.compactRows")}
      </label>
      <label class="row">
        <input
          type="checkbox"
          checked={hasLetterKeys.value}
          onChange={(event) => (hasLetterKeys.value = event.currentTarget.checked)}
        />
        {t("settings.letterKeys")}
      </label>
    </section>
  );
}
