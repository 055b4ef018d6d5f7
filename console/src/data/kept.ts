/** Values that stay on this device: one key of `localStorage` for each user, plus one for the device. */
import { effect, type Signal, signal } from "@preact/signals";

const PREFIX = "knowledge";
/** A few hundred texts of the composer. */
const MAX_CHARS = 1_000_000;

type Values = Record<string, unknown>;

/** A signal whose value this device keeps. The stored value must be JSON of the same shape. */
export function keptSignal<T>(name: string, initial: T, owner = "device"): Signal<T> {
  const stored = read(owner)[name];
  const kept = signal(isSameShape(stored, initial) ? stored : initial);
  let isFirst = true;
  effect(() => {
    const { value } = kept;
    if (!isFirst) keep(owner, name, value);
    isFirst = false;
  });
  return kept;
}

/** The kept value; null if this device keeps none. */
export function kept(owner: string, name: string): unknown {
  return read(owner)[name] ?? null;
}

/** Keeps a value for an owner, who is a user's id or `device`; null deletes it. */
export function keep(owner: string, name: string, value: unknown): void {
  const { [name]: _, ...others } = read(owner);
  const text = JSON.stringify(value === null ? others : { ...others, [name]: value });
  if (text.length > MAX_CHARS) return;
  try {
    localStorage.setItem(`${PREFIX}:${owner}`, text);
  } catch {
    // A private window or a full disk: the page works without kept values.
  }
}

function read(owner: string): Values {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`${PREFIX}:${owner}`) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Values) : {};
  } catch {
    return {};
  }
}

function isSameShape<T>(stored: unknown, initial: T): stored is T {
  return (
    stored !== undefined &&
    typeof stored === typeof initial &&
    Array.isArray(stored) === Array.isArray(initial)
  );
}
