import type { PartStates } from "../part-states.ts";
import { Field } from "./field.tsx";

export const fieldStates: PartStates = {
  part: "Field",
  states: {
    empty: () => <Field label="Name" placeholder="Supplier contracts" />,
    filled: () => <Field label="Name" value="Supplier contracts" hint="Others see this name." />,
    wrong: () => <Field label="Name" value="" error="A name needs one character." />,
  },
};
