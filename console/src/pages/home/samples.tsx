import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { DataOf } from "../../data/client.ts";
import { uploadList, type UploadState } from "../../data/upload-list.ts";
import { Button } from "../../parts/button/button.tsx";
import { ErrorState } from "../../parts/empty/error-state.tsx";
import { Icon } from "../../parts/icon/icon.tsx";
import { t } from "../../words/t.ts";
import { addSamples, SAMPLE_QUESTION, SAMPLES } from "./add-samples.ts";
import { ask } from "../../data/ask.ts";
import { FileState, stateOf } from "./file-state.tsx";

type Documents = DataOf<"GET", "/v1/navigate/recent/assets">;

/** Adds two documents by one click, and asks a question that they answer by another one. */
export function Samples({ documents }: { documents: Documents }): VNode | null {
  const { route } = useLocation();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const run = (work: () => Promise<unknown>): void => {
    setBusy(true);
    setError(null);
    work()
      .catch(setError)
      .finally(() => setBusy(false));
  };
  const states = SAMPLES.map(({ name }) => sampleState(name, documents));
  const isThere = states.some((state) => state !== null);
  const isReady = states.every((state) => state === "ready");
  return (
    <section class="card column">
      <h2>{t("home.samples")}</h2>
      <ul>
        {SAMPLES.map(({ name, icon }, at) => (
          <li key={name} class="home-row row">
            <Icon name={icon} />
            <span class="grow cut">{name}</span>
            {states[at] !== null && states[at] !== undefined && <FileState state={states[at]} />}
          </li>
        ))}
      </ul>
      {!isThere && (
        <Button disabled={isBusy} onClick={() => run(addSamples)}>
          {t("home.addSamples")}
        </Button>
      )}
      {isThere && !isReady && <p class="small muted">{t("home.samplesAreRead")}</p>}
      {isReady && (
        <p class="small">
          {t("home.try")}{" "}
          <button
            type="button"
            class="link-button"
            disabled={isBusy}
            onClick={() => run(async () => route(`/t/${await ask(SAMPLE_QUESTION)}`))}
          >
            {SAMPLE_QUESTION}
          </button>
        </p>
      )}
      {error !== null && <ErrorState error={error} />}
    </section>
  );
}

/** From the upload of this page, or from the list of recent documents; null if the sample is in neither. */
function sampleState(name: string, documents: Documents): UploadState | null {
  const brought = uploadList.value.findLast((file) => file.name === name);
  if (brought !== undefined) return brought.state;
  const known = documents.find(({ displayName }) => displayName === name);
  return known === undefined ? null : stateOf(known.lifecycleState);
}
