/** Identifiers in both spellings, for code that makes no requests. */
export { idFromBytes, idToBytes, newId } from "knowledge-workspace-client";
