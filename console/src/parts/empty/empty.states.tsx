import { ApiError } from "../../data/client.ts";
import { Button } from "../button/button.tsx";
import type { PartStates } from "../part-states.ts";
import { Empty } from "./empty.tsx";
import { ErrorState } from "./error-state.tsx";

const failed = (status: number): ApiError =>
  new ApiError({
    method: "GET",
    path: "/v1/search",
    status,
    code: "unavailable",
    message: "The service is not available.",
    operationId: "op_01h455vb4pex5vsknk084sn02q",
    issues: [],
  });

export const emptyStates: PartStates = {
  part: "Empty and error",
  states: {
    empty: () => (
      <Empty action={<Button>Choose files</Button>}>
        Nothing here yet. Drop files anywhere on this page.
      </Empty>
    ),
    error: () => <ErrorState error={failed(503)} onRetry={() => {}} />,
    "not found": () => <ErrorState error={failed(404)} />,
  },
};
