import { serviceSecret } from "../../../../scripts/lib/user-token.ts";
import { newId } from "../../../../src/domain/ids.ts";
import { ID_FIELDS } from "../../../../src/http/routes/service/validate-identifiers.ts";
import { type ContractCases, WRONG_PAGING } from "../contract-case.ts";
import { testEnv } from "../../setup/env.ts";
import { call } from "../../http/call.ts";
import { secondOrganizationOf } from "../../http/imports.ts";
import { listModels } from "../../fixtures/list-models.ts";
import { createWebhook } from "../../http/webhooks.ts";
import type { World } from "../world.ts";

const NO_ARCHIVE = new TextEncoder().encode("No archive.");

export const SERVICE_CASES: ContractCases = {
  getStatus: { request: () => ({}) },
  healMissingUserSnapshots: { request: () => ({}) },
  orderHealingOfUserSnapshots: { request: () => ({}) },
  repairMissingUserData: { request: () => ({}) },
  describeThreadEvents: { request: () => ({}) },
  describeRecords: { request: () => ({}) },
  validateIdentifiers: {
    request: () => ({
      body: Object.fromEntries(Object.entries(ID_FIELDS).map(([name, kind]) => [name, newId(kind)])),
    }),
  },
  createDiagnostic: { request: () => ({ body: { message: "It stopped.", context: { client: "web" } } }) },
  getDiagnostic: { request: async (world) => ({ params: { diagnosticID: await reportFault(world) } }) },
  getDiagnosticContent: {
    request: async (world) => {
      const diagnosticID = await reportFault(world);
      const token = serviceSecret(testEnv.TEST_SECRETS, ["ops"]);
      const { url } = (await call("getDiagnostic", { token, params: { diagnosticID } })).body.data;
      return { params: { diagnosticID }, query: { token: new URL(url).searchParams.get("token") ?? "" } };
    },
    wrongQuery: { token: ["x".repeat(1_025)] },
  },
  listJobs: {
    request: () => ({ query: { state: "parked", limit: "10", offset: "0", sort: "-parkedAt" } }),
    wrongQuery: { ...WRONG_PAGING, state: ["", "due"] },
  },
  listOrganizationEvents: {
    request: ({ owner }) => ({
      params: { organizationId: owner.organizationId },
      query: { limit: "2", sort: "-at" },
    }),
    wrongQuery: {
      ...WRONG_PAGING,
      actorId: ["x"],
      apiKeyId: ["x"],
      targetId: ["x", "user_"],
      operation: [""],
      from: ["yesterday"],
      to: ["2026"],
    },
  },
  getOrganizationUsage: {
    request: ({ owner }) => ({
      params: { organizationId: owner.organizationId },
      query: { by: "day,user,operation", sort: "-day", limit: "2" },
    }),
    wrongQuery: {
      ...WRONG_PAGING,
      by: ["", "week", "day,"],
      from: ["yesterday", "2000-01-01"],
      to: ["2026", "2000-01-01T00:00:00"],
    },
  },
  importOrganization: {
    request: async ({ owner }) => ({ body: await secondOrganizationOf(owner, NO_ARCHIVE) }),
  },
  getImport: {
    request: async ({ owner }) => {
      const { body } = await call("importOrganization", {
        token: owner.token,
        body: await secondOrganizationOf(owner, NO_ARCHIVE),
      });
      return { params: { importID: body.data.importId } };
    },
  },
  listAnswerModels: { request: ({ owner }) => ({ params: { organizationId: owner.organizationId } }) },
  listModelKeys: { request: ({ owner }) => ({ params: { organizationId: owner.organizationId } }) },
  setModelKey: {
    request: ({ owner }) => {
      listModels({ plain: "taken" });
      return {
        params: { organizationId: owner.organizationId },
        body: { model: "plain", key: "sk-of-an-organization-WXYZ", name: "Ours" },
      };
    },
  },
  deleteModelKey: {
    request: async ({ owner: { token, organizationId } }) => {
      const unlist = listModels({ plain: "taken" });
      await call("setModelKey", {
        token,
        params: { organizationId },
        body: { model: "plain", key: "sk-of-an-organization" },
      });
      unlist();
      return { params: { organizationId }, query: { model: "plain" } };
    },
  },
  createWebhook: {
    request: ({ owner, folderId }) => ({
      body: {
        organizationId: owner.organizationId,
        name: "Receiver",
        url: "https://hooks.example.com/a",
        events: ["asset.ready"],
        collectionIds: [folderId],
      },
    }),
  },
  listWebhooks: {
    request: ({ owner }) => ({ query: { organizationId: owner.organizationId } }),
    wrongQuery: { organizationId: ["x"] },
  },
  deleteWebhook: { request: async ({ owner }) => ({ params: { webhookId: await newWebhook(owner) } }) },
  rotateWebhook: { request: async ({ owner }) => ({ params: { webhookId: await newWebhook(owner) } }) },
  replayWebhook: {
    request: async ({ owner }) => ({
      params: { webhookId: await newWebhook(owner) },
      body: { since: new Date().toISOString() },
    }),
  },
  listDeliveries: {
    request: async ({ owner }) => ({
      params: { webhookId: await newWebhook(owner) },
      query: { limit: "2", sort: "-deliveryId" },
    }),
    wrongQuery: WRONG_PAGING,
  },
  releaseJobs: { request: () => ({ body: {} }) },
  reindexOrganization: { request: ({ owner }) => ({ body: { organizationId: owner.organizationId } }) },
};

/** Replaces the previous webhook, because an organization may have few. */
async function newWebhook(owner: World["owner"]): Promise<string> {
  await testEnv.DB.prepare("DELETE FROM webhooks WHERE organization_id = ?").bind(owner.organizationId).run();
  return (await createWebhook(owner)).webhookId;
}

/** @returns the diagnostic's id */
async function reportFault({ owner }: World): Promise<string> {
  return (await call("createDiagnostic", { token: owner.token, body: { message: "It stopped." } })).body.data
    .diagnosticID;
}
