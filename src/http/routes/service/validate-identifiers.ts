import * as z from "zod";
import { type IdKind, newId } from "../../../domain/ids.ts";
import { defineOperation } from "../../operation.ts";
import { idBytes, idParam, presentId } from "../../wire/identifier.ts";

/** The kind of identifier for each field. */
export const ID_FIELDS = {
  AssetColAssocStringID: "assetcol",
  AssetReferenceStringID: "assetref",
  AssetStringID: "asset",
  ChunkStringID: "chunk",
  CitationStringID: "cite",
  CollectionReferenceStringID: "colref",
  CollectionStringID: "col",
  DeviceStringID: "device",
  DiagnosticStringID: "diag",
  DirectoryStringID: "dir",
  EventStringID: "event",
  HistoryStringID: "hist",
  InteractionStringID: "inter",
  JobStringID: "job",
  KeywordStringID: "kw",
  MessageStepStringID: "msgstep",
  MessageStringID: "msg",
  OperationStringID: "op",
  OrganizationStringID: "org",
  PermissionStringID: "perm",
  ProjectStringID: "project",
  RequestStringID: "req",
  SkuStringID: "sku",
  StepStringID: "step",
  TagStringID: "tag",
  TeamStringID: "team",
  ThreadColAssocStringID: "threadcol",
  ThreadStringID: "thread",
  TokenStringID: "token",
  UserStringID: "user",
} as const satisfies Readonly<Record<string, IdKind>>;

const fields = Object.fromEntries(Object.entries(ID_FIELDS).map(([name, kind]) => [name, idParam(kind)]));

export const validateIdentifiersOperation = defineOperation({
  id: "validateIdentifiers",
  method: "POST",
  path: "/v1/_/gen/ids_validate",
  audience: "anyone",
  access: "Anyone",
  tag: "service",
  summary: "Validate one identifier of each kind, and get fresh ones for placeholder values.",
  changes: false,
  envelope: false,
  body: z.object(fields),
  example: Object.fromEntries(
    Object.entries(ID_FIELDS).map(([name, kind]) => [name, `${kind}_01h455vb4pex5vsknk084sn02q`]),
  ),
  message: "Identifiers are valid.",
  data: z.object({
    Attribution: z.object({ OrganizationID: idBytes, ProxiedBy: idBytes, TenantID: idBytes }),
    DisplayName: z.string(),
    Email: z.string(),
    ExternalAuthID: z.string(),
    ExternalAuthSystem: z.string(),
    HasCustomClaims: z.boolean(),
    ID: idBytes,
    IdentityToken: z.string(),
    IsEmailVerified: z.boolean(),
    PictureURL: z.string(),
  }),
  async handle() {
    const attribution = {
      OrganizationID: presentId(newId("org")),
      ProxiedBy: presentId(newId("user")),
      TenantID: presentId(newId("tenant")),
    };
    return {
      data: {
        Attribution: attribution,
        DisplayName: "Ada",
        Email: "ada@example.com",
        ExternalAuthID: "subject",
        ExternalAuthSystem: "https://id.example.com",
        HasCustomClaims: false,
        ID: presentId(newId("user")),
        IdentityToken: "token",
        IsEmailVerified: true,
        PictureURL: "https://example.com/ada.png",
      },
    };
  },
});
