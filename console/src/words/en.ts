import { common } from "./en/common.ts";
import { deleted } from "./en/deleted.ts";
import { home } from "./en/home.ts";
import { library } from "./en/library.ts";
import { palette } from "./en/palette.ts";
import { reader } from "./en/reader.ts";
import { search } from "./en/search.ts";
import { sharing } from "./en/sharing.ts";
import { thread } from "./en/thread.ts";
import { uploads } from "./en/uploads.ts";

/** The texts of the first load, one file for each area. Other pages add their own. */
export const en = {
  ...common,
  ...deleted,
  ...home,
  ...library,
  ...palette,
  ...reader,
  ...search,
  ...sharing,
  ...thread,
  ...uploads,
};
