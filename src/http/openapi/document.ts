import { mayLackBody, type Operation } from "../operation.ts";
import { fieldText } from "./describe-fields.ts";
import { errorComponents, errorResponses, operationErrors } from "./error-responses.ts";
import { jsonSchemas, type JsonSchema, type JsonSchemas, type OperationSchemas } from "./json-schemas.ts";
import { RAW_ROUTE_DOCS } from "./raw-route-docs.ts";
import type { OperationDocs, ParameterDocs, ResponseDocs } from "./operation-docs.ts";
import { OperationComponents, RESULT_HEADERS } from "./operation-components.ts";
import { CHAT_ERROR, CHAT_ERRORS } from "./chat-docs.ts";
import { shareParameters } from "./share-parameters.ts";
import { withExamples } from "./with-examples.ts";
import { audienceOf, type Requirement, SECURITY_SCHEMES, securityOf } from "./security.ts";
import type { RawRoute } from "../register.ts";
import { describeAlwaysEmpty } from "./always-empty-fields.ts";

export interface OpenApiInput {
  readonly operations: readonly Operation[];
  readonly rawRoutes: readonly RawRoute[];
  /** Version of the running service. */
  readonly version: string;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationDocs>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, ParameterDocs>>;
    readonly headers: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, ResponseDocs>>;
    readonly securitySchemes: typeof SECURITY_SCHEMES;
  };
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
  } & Readonly<Record<string, unknown>>;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly [key: string]: unknown;
}

const TAGS: Readonly<Record<Operation["tag"], string>> = {
  users: "Sign-in and accounts.",
  collections: "The tree of collections and its rights.",
  assets:
    "Files and pages: bytes, text and processing.\n\nAn upload takes four steps. `createAsset` registers the file and returns a `signedURL`. " +
    "`putAssetContent` sends the bytes there, without a token and with the announced `Content-Type`. `notifyUploaded` starts the processing. " +
    "Repeat `getAsset` until `lifecycleState` is `ready`, or `failed` with a `failureReason`.",
  threads: "Conversations with cited answers.",
  search: "Passages of readable documents.",
  service: "The service itself, and operations for the operator's programs.",
};

/**
 * Builds the contract as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1) from the operations
 * and raw routes.
 */
export function openApiDocument({ operations, rawRoutes, version }: OpenApiInput): OpenApiDocument {
  const schemas = jsonSchemas(operations);
  const own = new OperationComponents();
  const entries = [
    ...operations.map((operation) => ({ ...operation, docs: operationDocs(operation, schemas, own) })),
    ...rawRoutes.map((route) => ({ ...route, docs: rawRouteDocs(route) })),
  ];
  const byPath: Record<string, Record<string, OperationDocs>> = {};
  for (const { path, method, docs } of entries)
    byPath[path] = { ...byPath[path], [method.toLowerCase()]: docs };
  const { paths, parameters: shared } = shareParameters(byPath);
  return {
    openapi: "3.1.1",
    info: {
      title: "Knowledge workspace",
      version,
      description:
        "To use the service: sign in (`syncUser`), create a collection, upload (see assets), create a thread, ask (`postMessage`).\n\n" +
        "Request bodies accept identifiers as text and as bytes. With the header `Prefer: identifiers=text` a response has text identifiers in place of bytes. The service ignores unknown fields. HEAD is GET without a body.\n\n" +
        describeAlwaysEmpty(),
      contact: { name: "The operator of this service" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: usedComponents(paths, {
      schemas: withExamples({ ...schemas.components, ...own.schemas, ChatError: CHAT_ERROR }),
      parameters: shared,
      headers: RESULT_HEADERS,
      responses: { ...errorComponents(), ...CHAT_ERRORS, ...own.responses },
      securitySchemes: SECURITY_SCHEMES,
    }),
  };
}

function operationDocs(
  operation: Operation,
  { operations, components }: JsonSchemas,
  own: OperationComponents,
): OperationDocs {
  const {
    id,
    summary,
    description,
    tag,
    audience: who,
    acceptsKeys: byKey,
    acceptsSessions: bySession,
    access,
    method,
    changes,
    takesDryRun,
  } = operation;
  const schemas = operations[id] as OperationSchemas;
  const security = securityOf(who, byKey, bySession);
  const revised = method === "GET" && !changes && hasEtag(schemas.data, components);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: describe(
      takesDryRun === "access" ? `${description}${REHEARSED}` : description,
      security,
      access,
    ),
    parameters: [
      ...parameters("path", schemas.params),
      ...parameters("query", schemas.query),
      ...(operation.envelope ? [PREFER] : []),
      ...(revised ? [IF_NONE_MATCH] : []),
      ...(changes ? CHANGE_HEADERS : []),
    ],
    ...(schemas.body === null ? {} : { requestBody: requestBody(operation, schemas.body) }),
    responses: {
      200: operation.envelope ? own.success(operation, schemas) : bare(schemas.data),
      ...(revised ? { 304: { $ref: "#/components/responses/NotModified" } } : {}),
      ...errorResponses(operationErrors(operation, schemas)),
    },
    ...securityDocs(security),
  };
}

/**
 * The security requirements of an operation. Tools accept scopes only for OAuth schemes, so the scope of a
 * bearer secret is in `x-required-scope`.
 */
function securityDocs(
  security: readonly Requirement[],
): Pick<OperationDocs, "security" | "x-required-scope"> {
  const scope = security.flatMap(({ serviceToken }) => serviceToken ?? []).join(" ");
  return { ...(scope === "" ? {} : { "x-required-scope": scope }), security: security.map(withoutScopes) };
}

function withoutScopes(requirement: Requirement): Requirement {
  return Object.fromEntries(Object.keys(requirement).map((scheme) => [scheme, []]));
}

const REHEARSED =
  " `dryRun=true` runs the same checks, changes nothing, and reports gained and lost rights; an `Idempotency-Key` has no effect then.";

function describe(description: string, security: readonly Requirement[], access: string): string {
  return `${description}\n\nFor ${audienceOf(security).join(", and for ")}. Access: ${access}.`.trim();
}

const PREFER: ParameterDocs = {
  name: "Prefer",
  in: "header",
  description:
    "`identifiers=text`: identifiers in the response have the text spelling; `Preference-Applied` confirms it.",
  schema: { type: "string" },
};

const IF_NONE_MATCH: ParameterDocs = {
  name: "If-None-Match",
  in: "header",
  description: "The `ETag` of an earlier response to this caller.",
  schema: { type: "string" },
};

const CHANGE_HEADERS: readonly ParameterDocs[] = [
  {
    name: "If-Match",
    in: "header",
    description: "Changes the record only if this `ETag` is current.",
    schema: { type: "string" },
  },
  {
    name: "Idempotency-Key",
    in: "header",
    description: "A repeated key with the same body within 24 hours changes nothing.",
    schema: { type: "string" },
  },
];

/** Whether the response contains a record with an `ETag`. */
function hasEtag(data: JsonSchema, components: JsonSchemas["components"]): boolean {
  const name = data.$ref?.split("/").at(-1) ?? "";
  return "etag" in ((components[name] ?? data).properties ?? {});
}

function parameters(place: "path" | "query", schema: JsonSchema): ParameterDocs[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    return {
      name,
      in: place,
      required: schema.required?.includes(name) ?? false,
      schema: property as JsonSchema,
    };
  });
}

function requestBody(
  { method, body, example }: Operation,
  schema: JsonSchema,
): NonNullable<OperationDocs["requestBody"]> {
  return {
    required: body !== null && !mayLackBody(method, body),
    content: { "application/json": { schema, example } },
  };
}

function bare(schema: JsonSchema): ResponseDocs {
  return {
    description: "The operation succeeded; the answer has no envelope.",
    content: { "application/json": { schema } },
  };
}

function rawRouteDocs({ id, path, summary, access }: RawRoute): OperationDocs {
  const docs = RAW_ROUTE_DOCS[id];
  if (docs === undefined) throw new Error(`The route ${id} is not described.`);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const inPath = names.map((name): ParameterDocs => {
    const schema = { description: fieldText(String(name), id) ?? "", type: "string" } as const;
    return { name: String(name), in: "path", required: true, schema };
  });
  const { tag, description, security, requestBody: body, responses } = docs;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: describe(description, security, access),
    parameters: [...inPath, ...docs.parameters],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...errorResponses(docs.errors), ...responses },
    ...securityDocs(security),
  };
}

interface Components {
  readonly schemas: Readonly<Record<string, object>>;
}

/** The components without identifiers of kinds that no operation accepts or returns. */
function usedComponents<C extends Components>(paths: object, components: C): C {
  const text = JSON.stringify([paths, components]);
  const isUsed = (name: string): boolean =>
    !/Id(?:entifier)?$/.test(name) || text.includes(`"#/components/schemas/${name}"`);
  const used = Object.entries(components.schemas).filter(([name]) => isUsed(name));
  const schemas = Object.fromEntries(used);
  // Repeats the search, because a removed component may have been the only one that references another.
  return used.length === Object.keys(components.schemas).length
    ? components
    : usedComponents(paths, { ...components, schemas });
}
