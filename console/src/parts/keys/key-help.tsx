import type { VNode } from "preact";
import { Dialog } from "../dialog/dialog.tsx";
import { type PlainKey, t } from "../../words/t.ts";
import { hasLetterKeys } from "./actions.ts";

const KEYS: readonly (readonly [readonly string[], PlainKey])[] = [
  [["Ctrl K", "/"], "keys.palette"],
  [["?"], "keys.help"],
  [["G H", "G L", "G T", "G S"], "keys.go"],
  [["C"], "keys.thread"],
  [["U"], "keys.upload"],
  [["S"], "keys.share"],
  [["J", "K", "↓", "↑"], "keys.rows"],
  [["Space", "Shift ↑", "Shift ↓", "Ctrl A"], "keys.select"],
  [["Enter", "F2"], "keys.open"],
  [["M"], "keys.move"],
  [["Del"], "keys.delete"],
  [["Ctrl Z"], "keys.undo"],
  [["[", "]"], "keys.sources"],
  [["O", "Esc"], "keys.reader"],
  [["Y"], "keys.quote"],
  [["F6", "Shift F6"], "keys.regions"],
];

/** All keys, and the switch for single letters. */
export function KeyHelp({ onClose }: { onClose: () => void }): VNode {
  return (
    <Dialog title={t("keys.title")} onClose={onClose}>
      <dl class="key-help">
        {KEYS.map(([keys, label]) => (
          <div key={label} class="row">
            <dt class="row">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
      <label class="row">
        <input
          type="checkbox"
          checked={hasLetterKeys.value}
          onChange={({ currentTarget }) => {
            hasLetterKeys.value = currentTarget.checked;
          }}
        />
        {t("keys.letters")}
      </label>
    </Dialog>
  );
}
