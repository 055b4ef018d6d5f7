import type { VNode } from "preact";
import { useId } from "preact/hooks";

/** A choice among a few values, with its label. */
export function Choice<V extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: V;
  options: readonly (readonly [value: V, label: string])[];
  onChoose: (value: V) => void;
}): VNode {
  const id = useId();
  return (
    <div class="field">
      <label class="small" for={id}>
        {label}
      </label>
      <select
        class="input"
        id={id}
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as V)}
      >
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
