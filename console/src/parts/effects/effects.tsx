import type { VNode } from "preact";
import type { AccessEffects } from "../../data/client.ts";
import { t } from "../../words/t.ts";
import { Tag } from "../tag/tag.tsx";

type Effect = AccessEffects["effects"][number];

/** Who loses and who gains access, the losses first. Nothing has been changed yet. */
export function Effects({ effects: { effects, count, unnamed } }: { effects: AccessEffects }): VNode {
  const losses = effects.filter(({ lost }) => lost.length > 0);
  const gains = effects.filter(({ gained }) => gained.length > 0);
  return (
    <div class="effects column">
      <p class="row">
        {losses.length > 0 && <Tag kind="bad">{t("effects.lose", { count: people(losses) })}</Tag>}
        {gains.length > 0 && <Tag kind="ok">{t("effects.gain", { count: people(gains) })}</Tag>}
        {count === 0 && <Tag kind="calm">{t("effects.none")}</Tag>}
      </p>
      <p class="small muted">{t("effects.notYet")}</p>
      <ul class="effects-list small" tabIndex={0}>
        {[...losses, ...gains.filter((each) => !losses.includes(each))].map((effect, at) => (
          <li key={at}>
            <bdi>{nameOf(effect)}</bdi> <span class="muted">·</span> <bdi>{effect.on.label}</bdi>{" "}
            {effect.lost.length > 0 && (
              <span class="effect-lost">
                {t("effects.loses", { rights: effect.lost.map(rightName).join(", ") })}
              </span>
            )}
            {effect.gained.length > 0 && (
              <span class="effect-gained">
                {t("effects.gains", { rights: effect.gained.map(rightName).join(", ") })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {count > effects.length && (
        <p class="small muted">{t("effects.more", { count: count - effects.length })}</p>
      )}
      {unnamed > 0 && <p class="small muted">{t("effects.unnamed", { count: unnamed })}</p>}
    </div>
  );
}

const people = (effects: readonly Effect[]): number =>
  new Set(effects.map(({ who }) => who.id || nameOf({ who }))).size;

function nameOf({ who }: Pick<Effect, "who">): string {
  if (who.kind === "guest") return t("effects.guests");
  return who.displayName || who.email;
}

function rightName(action: Effect["lost"][number]): string {
  return t(`rights.${action}`);
}
