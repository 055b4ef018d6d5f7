import * as z from "zod";
import { MAX_REFRESH_SECONDS, MIN_REFRESH_SECONDS } from "../../../domain/page-refresh.ts";

/** Seconds between two fetches of a page; 0 for none; null leaves the schedule unchanged. */
export const refreshEvery = z
  .int()
  .min(0)
  .max(MAX_REFRESH_SECONDS)
  .refine(
    (seconds) => seconds === 0 || seconds >= MIN_REFRESH_SECONDS,
    `must be 0, or at least ${MIN_REFRESH_SECONDS} seconds`,
  )
  .nullish()
  .default(null);
