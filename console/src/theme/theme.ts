import { effect } from "@preact/signals";
import { keptSignal } from "../data/kept.ts";

export type Theme = "system" | "light" | "dark";

/** The choice of this device. */
export const theme = keptSignal<Theme>("theme", "system");
/** Whether rows of lists are 32 px high instead of 44. */
export const hasCompactRows = keptSignal("compactRows", false);

/** Applies the choices to the page now and after each change. */
export function applyTheme(): void {
  effect(() => {
    const { dataset } = document.documentElement;
    if (theme.value === "system") delete dataset["theme"];
    else dataset["theme"] = theme.value;
    if (hasCompactRows.value) dataset["rows"] = "compact";
    else delete dataset["rows"];
  });
}
