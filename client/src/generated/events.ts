/* Written by `npm run generate:client` from the service; a test compares. */

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly knowledgeChangeV1: {
            readonly createdBy: readonly number[];
            /** @constant */
            readonly kind: "knowledgeChangeV1";
            readonly knowledge: {
                readonly assetContext: {
                    readonly added: readonly (readonly number[])[];
                    readonly removed: readonly (readonly number[])[];
                };
                readonly organizationContext: {
                    readonly added: readonly (readonly number[])[];
                    readonly removed: readonly (readonly number[])[];
                };
                readonly world: boolean;
            };
            readonly knowledgeFull: {
                readonly assetContext: {
                    readonly added: readonly {
                        readonly contentType: string;
                        /** Format: date-time */
                        readonly createdAt: string;
                        readonly deletedAt: {
                            /** Format: date-time */
                            readonly Time: string;
                            readonly Valid: boolean;
                        };
                        readonly displayName: string;
                        readonly etag: string;
                        readonly filesize: number;
                        readonly id: string;
                        readonly lifecycleState: string;
                        /** Format: date-time */
                        readonly modifiedAt: string;
                        readonly organizationId: string;
                        readonly originalFilename: string;
                        readonly processingFailureReason: {
                            readonly String: string;
                            readonly Valid: boolean;
                        };
                        readonly processingStatusText: {
                            readonly String: string;
                            readonly Valid: boolean;
                        };
                        readonly projectId: string;
                        readonly summary: string;
                        readonly tenantId: string;
                        readonly textTokens: number;
                        readonly userDisplayName: string;
                        readonly userId: string;
                        readonly version: number;
                    }[];
                    readonly removed: readonly {
                        readonly contentType: string;
                        /** Format: date-time */
                        readonly createdAt: string;
                        readonly deletedAt: {
                            /** Format: date-time */
                            readonly Time: string;
                            readonly Valid: boolean;
                        };
                        readonly displayName: string;
                        readonly etag: string;
                        readonly filesize: number;
                        readonly id: string;
                        readonly lifecycleState: string;
                        /** Format: date-time */
                        readonly modifiedAt: string;
                        readonly organizationId: string;
                        readonly originalFilename: string;
                        readonly processingFailureReason: {
                            readonly String: string;
                            readonly Valid: boolean;
                        };
                        readonly processingStatusText: {
                            readonly String: string;
                            readonly Valid: boolean;
                        };
                        readonly projectId: string;
                        readonly summary: string;
                        readonly tenantId: string;
                        readonly textTokens: number;
                        readonly userDisplayName: string;
                        readonly userId: string;
                        readonly version: number;
                    }[];
                };
                readonly world: boolean;
            };
            readonly messageId: readonly number[];
            readonly organizationId: readonly number[];
            readonly progress: {
                readonly [key: string]: {
                    readonly failureReason: string;
                    readonly lifecycleState: string;
                    readonly message: string;
                    readonly step: string;
                    readonly textTokens: number;
                    readonly version: number;
                };
            };
            readonly tenantId: readonly number[];
            readonly threadId: readonly number[];
        };
        readonly promptCampaignV1: {
            readonly createdBy: readonly number[];
            /** @constant */
            readonly kind: "promptCampaignV1";
            readonly knowledge: {
                readonly assetContext: {
                    readonly added: readonly (readonly number[])[];
                    readonly removed: readonly (readonly number[])[];
                };
                readonly organizationContext: {
                    readonly added: readonly (readonly number[])[];
                    readonly removed: readonly (readonly number[])[];
                };
                readonly world: boolean;
            };
            readonly messageId: readonly number[];
            readonly model: string;
            readonly prompt: string;
            readonly transformationId: string;
        };
        readonly promptCampaignV2: {
            readonly createdBy: readonly number[];
            /** @constant */
            readonly kind: "promptCampaignV2";
            readonly messageId: readonly number[];
            readonly model: string;
            readonly prompt: string;
            readonly scope: {
                readonly assetIDs: readonly (readonly number[])[];
                readonly collectionIDs: readonly (readonly number[])[];
                readonly mentions: {
                    readonly assets: readonly (readonly (readonly number[])[])[];
                    readonly collections: readonly (readonly (readonly number[])[])[];
                };
                readonly worldKnowledge: boolean;
            };
            readonly transformationId: string;
        };
        readonly promptV1: {
            /** @default 0 */
            readonly context_window: number;
            readonly createdBy: readonly number[];
            /** @default 0 */
            readonly frequency_penalty: number;
            /** @constant */
            readonly kind: "promptV1";
            readonly knowledge: {
                readonly assetContext: {
                    readonly added: readonly (readonly number[])[];
                    readonly removed: readonly (readonly number[])[];
                };
                readonly organizationContext: {
                    readonly added: readonly (readonly number[])[];
                    readonly removed: readonly (readonly number[])[];
                };
                readonly world: boolean;
            };
            /** @default {} */
            readonly logit_bias: {
                readonly [key: string]: number;
            };
            /** @default 0 */
            readonly max_tokens: number;
            readonly messageId: readonly number[];
            readonly model: string;
            /** @default 0 */
            readonly presence_penalty: number;
            readonly prompt: string;
            /** @default [] */
            readonly stop: readonly string[];
            /** @default 0 */
            readonly temperature: number;
            /** @default 0 */
            readonly top_p: number;
            readonly transformationId: string;
        };
        readonly promptV2: {
            /** @default 0 */
            readonly context_window: number;
            readonly createdBy: readonly number[];
            /** @default 0 */
            readonly frequency_penalty: number;
            /** @constant */
            readonly kind: "promptV2";
            /** @default {} */
            readonly logit_bias: {
                readonly [key: string]: number;
            };
            /** @default 0 */
            readonly max_tokens: number;
            readonly messageId: readonly number[];
            readonly model: string;
            /** @default 0 */
            readonly presence_penalty: number;
            readonly prompt: string;
            readonly scope: {
                readonly assetIDs: readonly (readonly number[])[];
                readonly collectionIDs: readonly (readonly number[])[];
                readonly mentions: {
                    readonly assets: readonly (readonly (readonly number[])[])[];
                    readonly collections: readonly (readonly (readonly number[])[])[];
                };
                readonly worldKnowledge: boolean;
            };
            /** @default [] */
            readonly stop: readonly string[];
            /** @default 0 */
            readonly temperature: number;
            /** @default 0 */
            readonly top_p: number;
            readonly transformationId: string;
        };
        readonly renameThreadV1: {
            readonly createdBy: readonly number[];
            /** @constant */
            readonly kind: "renameThreadV1";
            readonly label: string;
            readonly messageId: readonly number[];
        };
        readonly textV1: {
            readonly createdBy: readonly number[];
            readonly isDone: boolean;
            /** @constant */
            readonly kind: "textV1";
            readonly label: string;
            readonly messageId: string;
            readonly organizationId: readonly number[];
            readonly parts: readonly string[];
            readonly provenance: {
                readonly citations: readonly {
                    readonly assetId: string;
                    readonly displayName: string;
                    readonly end: number;
                    readonly id: string;
                    readonly locator: ({
                        /** @constant */
                        readonly kind: "page";
                        readonly page: number;
                    } | {
                        /** @constant */
                        readonly kind: "slide";
                        readonly slide: number;
                    } | {
                        /** @constant */
                        readonly kind: "sheet";
                        readonly row?: number;
                        readonly sheet: string;
                    } | {
                        readonly chapter: number;
                        /** @constant */
                        readonly kind: "chapter";
                        readonly title?: string;
                    } | {
                        /** @constant */
                        readonly kind: "part";
                        readonly part: number;
                        readonly title?: string;
                    } | {
                        /** @constant */
                        readonly kind: "line";
                        readonly line: number;
                    } | {
                        readonly end: number;
                        /** @constant */
                        readonly kind: "time";
                        readonly start: number;
                    }) | null;
                    readonly ordinal: number;
                    readonly page: number;
                    readonly quote: string;
                    readonly start: number;
                    /** @enum {string} */
                    readonly support: "quoted" | "supports" | "partial" | "";
                    readonly version: string;
                }[];
                readonly droppedSentences: number;
                readonly inputTokens: number;
                readonly interpretedAs: string;
                readonly lead: string;
                readonly outputTokens: number;
                readonly passedOver: readonly {
                    readonly model: string;
                    /** @enum {string} */
                    readonly reason: "slow" | "limited" | "refused" | "cut" | "misfit" | "key_refused" | "needs_key" | "failed" | "nothing_stays" | "too_long";
                }[];
                readonly pendingAssets: number;
                readonly processedByModel: string;
                readonly replaces: string;
                readonly scoped: {
                    readonly citations: readonly (readonly number[])[];
                    readonly collectionAssets: readonly (readonly number[])[];
                    readonly collectionReferenceIDs: readonly (readonly number[])[];
                    readonly explicitAssets: readonly (readonly number[])[];
                    readonly worldKnowledge: boolean;
                };
                readonly suggestedModels: readonly {
                    readonly category: string;
                    readonly model: string;
                    readonly score: number;
                }[];
                readonly transformationId: string;
            };
            readonly tenantId: readonly number[];
            readonly textSuggestions: readonly string[];
            readonly threadId: readonly number[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
