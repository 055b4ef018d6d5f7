/** The errors of a thread's connection, for code that makes no requests. */
export { ConnectionClosed, FrameRefused } from "knowledge-workspace-client";
