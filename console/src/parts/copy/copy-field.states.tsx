import type { PartStates } from "../part-states.ts";
import { CopyField } from "./copy-field.tsx";

export const copyFieldStates: PartStates = {
  part: "Copy field",
  states: { address: () => <CopyField label="Address" text="http://127.0.0.1:8787/mcp" /> },
};
