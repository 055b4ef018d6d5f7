import { common } from "./zh/common.ts";
import { deleted } from "./zh/deleted.ts";
import { facts } from "./zh/facts.ts";
import { home } from "./zh/home.ts";
import { leaving } from "./zh/leaving.ts";
import { library } from "./zh/library.ts";
import { operations } from "./zh/operations.ts";
import { organization } from "./zh/organization.ts";
import { palette } from "./zh/palette.ts";
import { publicLink } from "./zh/public-link.ts";
import { publicThread } from "./zh/public-thread.ts";
import { reader } from "./zh/reader.ts";
import { search } from "./zh/search.ts";
import { settings } from "./zh/settings.ts";
import { sharing } from "./zh/sharing.ts";
import { signInPage } from "./zh/sign-in.ts";
import { thread } from "./zh/thread.ts";
import { uploads } from "./zh/uploads.ts";

/** The texts of the console, one file for each area. */
export const zh = {
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
