import type { JsonSchema } from "./json-schemas.ts";
import type { Requirement } from "./security.ts";

/** Schemas and examples by content type. */
type Content = Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;

export interface Reference {
  readonly $ref: string;
}

export interface ParameterDocs {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface BodyDocs {
  readonly required: boolean;
  readonly content: Content;
}

export interface ResponseDocs {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Content;
}

/** The fields of OpenAPI's operation object that the document uses. */
export interface OperationDocs {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly (ParameterDocs | Reference)[];
  readonly requestBody?: BodyDocs;
  /** Responses by status. */
  readonly responses: Readonly<Record<string, ResponseDocs | Reference>>;
  /** The scope that a service principal needs. */
  readonly "x-required-scope"?: string;
  /** Alternative credentials; an empty list requires none. */
  readonly security: readonly Requirement[];
}
