import type { ErrorStatus } from "./error-responses.ts";
import type { BodyDocs, ParameterDocs, ResponseDocs } from "./operation-docs.ts";
import type { Requirement } from "./security.ts";

/** What the document says of a route that is no operation. */
export interface RawRouteDocs {
  readonly tag: string;
  readonly description: string;
  readonly security: readonly Requirement[];
  /** Beside those in the path. */
  readonly parameters: readonly ParameterDocs[];
  readonly requestBody?: BodyDocs;
  readonly responses: Readonly<Record<number, ResponseDocs>>;
  readonly errors: readonly ErrorStatus[];
}
