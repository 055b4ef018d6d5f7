import type { ErrorStatus } from "./error-responses.ts";
import type { BodyDocs, ParameterDocs, Reference, ResponseDocs } from "./operation-docs.ts";
import type { Requirement } from "./security.ts";

/** The documentation of a raw route, which has no envelope. */
export interface RawRouteDocs {
  readonly tag: string;
  readonly description: string;
  readonly security: readonly Requirement[];
  /** Parameters other than those of the path. */
  readonly parameters: readonly ParameterDocs[];
  readonly requestBody?: BodyDocs;
  readonly responses: Readonly<Record<number, ResponseDocs | Reference>>;
  readonly errors: readonly ErrorStatus[];
}
