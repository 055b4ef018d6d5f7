import { common } from "./de/common.ts";
import { deleted } from "./de/deleted.ts";
import { facts } from "./de/facts.ts";
import { home } from "./de/home.ts";
import { leaving } from "./de/leaving.ts";
import { library } from "./de/library.ts";
import { operations } from "./de/operations.ts";
import { organization } from "./de/organization.ts";
import { palette } from "./de/palette.ts";
import { publicLink } from "./de/public-link.ts";
import { publicThread } from "./de/public-thread.ts";
import { reader } from "./de/reader.ts";
import { search } from "./de/search.ts";
import { settings } from "./de/settings.ts";
import { sharing } from "./de/sharing.ts";
import { signInPage } from "./de/sign-in.ts";
import { thread } from "./de/thread.ts";
import { uploads } from "./de/uploads.ts";

/** The texts of the console, one file for each area. */
export const de = {
  ...common,
  ...deleted,
  ...facts,
  ...home,
  ...leaving,
  ...library,
  ...operations,
  ...organization,
  ...palette,
  ...publicLink,
  ...publicThread,
  ...reader,
  ...search,
  ...settings,
  ...sharing,
  ...signInPage,
  ...thread,
  ...uploads,
};
