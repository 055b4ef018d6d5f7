/** The entry of the console. */
import { render } from "preact";
import { App } from "./app.tsx";
import { followOtherTabs } from "./data/session.ts";
import { applyLanguage } from "./words/t.ts";
import { applyTheme } from "./theme/theme.ts";

applyTheme();
followOtherTabs();
await applyLanguage();
const place = document.getElementById("app");
if (place !== null) render(<App />, place);
