/** Whether this build has the page `/styles`. */
declare const HAS_STYLES_PAGE: boolean;

/** The folder of the sample documents below `/assets/`. */
declare const SAMPLE_FOLDER: string;

declare module "all-states" {
  /** The states of every part: `console/build.ts` collects each `*.states.tsx`. */
  export const allStates: readonly import("./parts/part-states.ts").PartStates[];
}

declare module "pdf-files" {
  /** The address of pdf.js's worker: `console/pdf-files.ts` copies it. */
  export const PDF_WORKER: string;
  /** The folder of its character maps, fonts and decoders. */
  export const PDF_FILES: string;
}
