import type { Operation } from "../operation.ts";
import type { JsonSchema, OperationSchemas } from "./json-schemas.ts";
import type { Reference, ResponseDocs } from "./operation-docs.ts";
import { referenceTo } from "./share-schemas.ts";

export const RESULT_HEADERS = {
  "x-operation-id": { description: "The operation id.", schema: { type: "string" } },
} as const;

/**
 * Collects the components for the operations' successful responses, besides the named schemas. Request bodies
 * stay inline, because generators treat a field with a default in a component as required.
 */
export class OperationComponents {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly responses: Record<string, ResponseDocs> = {
    NotModified: { description: "The caller has the current version." },
  };

  /**
   * The successful response: the envelope with the named data. Operations with the same data share a
   * component.
   */
  success({ id }: Operation, { data }: OperationSchemas): Reference {
    const named = this.#named(`${typeName(id)}Result`, `The result of \`${id}\`.`, data);
    const name = named.$ref?.split("/").at(-1) ?? "";
    const schema: JsonSchema = {
      allOf: [
        { $ref: referenceTo("Envelope") },
        {
          type: "object",
          properties: { data: { description: "The result of the operation.", ...named } },
          required: ["data"],
        },
      ],
    };
    const headers = Object.fromEntries(
      Object.keys(RESULT_HEADERS).map((header) => [header, { $ref: `#/components/headers/${header}` }]),
    );
    this.responses[name] = {
      description: "The operation succeeded.",
      headers,
      content: { "application/json": { schema } },
    };
    return { $ref: `#/components/responses/${name}` };
  }

  #named(name: string, description: string, schema: JsonSchema): JsonSchema {
    if (schema.$ref !== undefined) return schema;
    this.schemas[name] = { description, ...schema };
    return { $ref: referenceTo(name) };
  }
}

/** Converts an operation id to a type name: `createCollection` becomes `CreateCollection`. */
export function typeName(operationId: string): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`;
}
