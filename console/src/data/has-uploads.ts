import { keptSignal } from "./kept.ts";

/**
 * Whether this device sends files, or remembers some that an earlier visit did not finish. The code of the uploads
 * is loaded only then.
 */
export const hasUploads = keptSignal("uploads", false);
