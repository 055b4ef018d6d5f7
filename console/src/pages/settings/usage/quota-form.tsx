import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { client, type Quotas } from "../../../data/client.ts";
import { Button } from "../../../parts/button/button.tsx";
import { ErrorState } from "../../../parts/empty/error-state.tsx";
import { Field } from "../../../parts/field/field.tsx";
import { announce } from "../../../parts/status/status.tsx";
import { t } from "../../../words/t.ts";
import { useChange } from "../shared/use-change.ts";
import type { QuotaState } from "./quotas.tsx";

const PERIODS = ["day", "month"] as const;
const MEGABYTE = 1024 * 1024;

type Fields = Readonly<Record<string, string>>;

/** The owners' own quotas. They replace all earlier ones. */
export function QuotaForm({
  organizationId,
  states,
}: {
  organizationId: string;
  states: readonly QuotaState[];
}): VNode {
  const [changed, setChanged] = useState<Fields>({});
  const [isWrong, setWrong] = useState(false);
  const { failure, isRunning, run } = useChange(organizationId);
  const fields: Fields = {
    ...Object.fromEntries(states.map((state) => [nameOf(state), textOf(state)])),
    ...changed,
  };
  const save = (): void => {
    const quotas = quotasOf(states, fields);
    setWrong(quotas === null);
    if (quotas === null) return;
    run(async () => {
      await client.setQuotas(organizationId, quotas);
      setChanged({});
      announce(t("usage.saved"));
    });
  };
  return (
    <details>
      <summary>{t("usage.setQuotas")}</summary>
      <form
        class="column settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <p class="small muted">{t("usage.quotasText")}</p>
        <div class="quotas">
          {PERIODS.map((period) => (
            <fieldset key={period} class="column settings-form choices">
              <legend class="small">{t(`usage.${period}`)}</legend>
              {states
                .filter((state) => state.period === period)
                .map((state) => (
                  <Field
                    key={state.counter}
                    label={t(state.counter === "bytes" ? "usage.megabytes" : `usage.${state.counter}`)}
                    inputMode="numeric"
                    value={fields[nameOf(state)] ?? ""}
                    onInput={({ currentTarget }) =>
                      setChanged({ ...changed, [nameOf(state)]: currentTarget.value })
                    }
                  />
                ))}
            </fieldset>
          ))}
        </div>
        {isWrong && (
          <p class="field-error small" role="alert">
            {t("usage.wholeNumbers")}
          </p>
        )}
        {failure !== null && <ErrorState error={failure} />}
        <div>
          <Button kind="primary" type="submit" disabled={isRunning}>
            {t("usage.save")}
          </Button>
        </div>
      </form>
    </details>
  );
}

const nameOf = ({ period, counter }: QuotaState): string => `${period} ${counter}`;

function textOf({ counter, own }: QuotaState): string {
  if (own === null) return "";
  return String(counter === "bytes" ? own / MEGABYTE : own);
}

/** @returns null if a field is no whole number */
function quotasOf(states: readonly QuotaState[], fields: Fields): Quotas | null {
  const quotas: Record<"day" | "month", Partial<Record<QuotaState["counter"], number>>> = {
    day: {},
    month: {},
  };
  for (const state of states) {
    const text = fields[nameOf(state)]?.trim() ?? "";
    if (text === "") continue;
    const number = Number(text) * (state.counter === "bytes" ? MEGABYTE : 1);
    if (!Number.isSafeInteger(number) || number < 0) return null;
    quotas[state.period][state.counter] = number;
  }
  return quotas;
}
