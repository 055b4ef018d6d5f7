import type { VNode } from "preact";
import { NotFound } from "../../parts/empty/error-state.tsx";
import { Page } from "../../parts/frame/page.tsx";
import { Icon } from "../../parts/icon/icon.tsx";
import { leaving } from "../../words/en/leaving.ts";
import { operations } from "../../words/en/operations.ts";
import { organization } from "../../words/en/organization.ts";
import { settings } from "../../words/en/settings.ts";
import { addEnglish, t } from "../../words/t.ts";
import { SettingsPart } from "./settings-part.tsx";
import { SETTINGS_PARTS } from "./settings-parts.ts";

addEnglish({ ...leaving, ...operations, ...organization, ...settings });

const DEFAULT_PART = "profile";

/**
 * Settings of the person, of this device and of the organization. Each part has an address. On a phone the
 * list of parts is a page of its own.
 */
export function Settings({ part }: { part?: string }): VNode {
  const id = part ?? DEFAULT_PART;
  const shown = SETTINGS_PARTS.flatMap(({ parts }) => parts).find((each) => each.id === id);
  return (
    <Page title={t("nav.settings")}>
      <div class={`settings ${part === undefined ? "" : "has-part"}`}>
        <nav class="settings-nav" aria-label={t("settings.parts")}>
          {SETTINGS_PARTS.map(({ title, parts }) => (
            <div key={title}>
              <p class="caption muted" id={title}>
                {t(title)}
              </p>
              <ul aria-labelledby={title}>
                {parts.map((each) => (
                  <li key={each.id}>
                    <a
                      href={`/settings/${each.id}`}
                      {...(each.id === id ? { "aria-current": "page" as const } : {})}
                    >
                      {t(each.title)}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div class="settings-part">
          <a class="row small only-phone" href="/settings">
            <Icon name="left" class="small" />
            {t("settings.all")}
          </a>
          {shown === undefined ? <NotFound /> : <SettingsPart key={id} part={shown} />}
        </div>
      </div>
    </Page>
  );
}
