/* Written by `npm run generate:client` from the service; a test compares. */

export interface paths {
    readonly "/": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What this is, and where its documents are.
         * @description A small page for a browser (`Accept: text/html`), the same as JSON for a program.
         *
         *     For anyone. Access: Anyone.
         */
        readonly get: operations["getHome"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * This document.
         * @description For anyone. Access: Anyone.
         */
        readonly get: operations["getOpenApiDocument"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/heal-missing-user-snapshots": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Make the user snapshots that are missing or outdated, 200 users a call.
         * @description Each call goes on where the last one stopped, and begins again after the last user. The cron trigger does the same.
         *
         *     For services with the scope `ops`. Access: A service, for all users.
         */
        readonly get: operations["healMissingUserSnapshots"];
        readonly put?: never;
        /**
         * Make the user snapshots that are missing or outdated, 200 users a call.
         * @description Each call goes on where the last one stopped, and begins again after the last user. The cron trigger does the same.
         *
         *     For services with the scope `ops`. Access: A service, for all users.
         */
        readonly post: operations["orderHealingOfUserSnapshots"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/jobs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Jobs that are parked.
         * @description A job that failed 20 times, over about 15 hours, or that can never be done, is parked until `POST /ops/jobs/release`. Those that were parked first come first, unless `sort` says otherwise; ties by id.
         *
         *     For services with the scope `ops`. Access: A service, for all jobs.
         */
        readonly get: operations["listJobs"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/jobs/release": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Have parked jobs tried again, 100 a call.
         * @description A job that failed 20 times, over about 15 hours, or that can never be done, is parked: `/status` counts it in `parkedJobs`, and `GET /ops/jobs` says why. Those that were parked first are released first; the cron run does them. Call it again while `parked` is more than 0. A repeat with the same `Idempotency-Key` releases nothing more.
         *
         *     For services with the scope `ops`. Access: A service, for all jobs.
         */
        readonly post: operations["releaseJobs"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/reindex": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make an organization's search index again from the stored texts, 50 assets a call.
         * @description Call it without `cursor` first, which empties the index, and then with the `cursor` of each answer until it is empty.
         *
         *     For services with the scope `ops`. Access: A service, for any organization.
         */
        readonly post: operations["reindexOrganization"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/ops/repair-missing-user-data": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Make what of users' first records is missing, 200 users a call.
         * @description The membership of a user's own organization, its project, its root with favorites, organization and personal below, and an owner of the root. Each call goes on where the last one stopped, and begins again after the last user.
         *
         *     For services with the scope `ops`. Access: A service, for all users.
         */
        readonly get: operations["repairMissingUserData"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/reference": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Every operation on one page, for people.
         * @description For anyone. Access: Anyone.
         */
        readonly get: operations["getReferencePage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/status": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Service status.
         * @description The fields of a Go service; each holds the nearest thing that this runtime can measure, as its description says.
         *
         *     For anyone. Access: Anyone.
         */
        readonly get: operations["getStatus"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/_/gen/ids_validate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Check one identifier of each kind, and get fresh ones in placeholder values.
         * @description For anyone. Access: Anyone.
         */
        readonly post: operations["validateIdentifiers"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/_/gen/records": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Every record of the contract, with example values, for templates that generate code.
         * @description One member for each kind of record. The values are those of the examples in `/openapi.json`; the events of a thread are at `/v1/_/gen/threads`. Identifiers stand as bytes, whatever the request prefers.
         *
         *     For anyone. Access: Anyone.
         */
        readonly get: operations["describeRecords"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/_/gen/threads": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Every event of a thread, with example values, for templates that generate code.
         * @description On a socket a frame has exactly one of these members, and `seq`.
         *
         *     For anyone. Access: Anyone.
         */
        readonly get: operations["describeThreadEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/asset-status/{assetId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Report how an external worker gets on with an asset.
         * @description A job's first `started` takes the asset; from then on only that job's updates count. `completed` of the step `processing` makes the asset `ready`, and needs a text that was sent before; `failed` of `processing`, `extract` or `transcribe` makes it `failed` with `message` as the reason. An ended step does not move back; the same update again changes nothing.
         *
         *     For services with the scope `assets:status`. Access: A service, for any asset.
         */
        readonly post: operations["updateAssetStatus"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/assets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Initialise an asset upload: `signedURL` takes the bytes by PUT.
         * @description With `size` or `sha256` the signed URL takes those very bytes and no others.
         *
         *     For signed-in users. Access: `write` on the collection.
         */
        readonly post: operations["createAsset"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/assets/{assetID}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * An asset that the user may read in any collection that contains it.
         * @description For signed-in users. Access: `read` on a collection that holds the asset.
         */
        readonly get: operations["getAsset"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/assets/{assetID}/artifacts/{kind}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Send what an external worker made of an asset to its signed URL.
         * @description Text in UTF-8 of at most 10 MiB: `text`, `markdown` or `transcription` (the first of these that is there becomes the text that is searched and cited, once the step `processing` completes), or `html`. A later one of the same kind takes its place.
         *
         *     For whoever has the signed URL. Access: The signed URL, while the asset waits for an external worker.
         */
        readonly put: operations["putAssetArtifact"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/assets/{assetID}/attributes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Rename an asset.
         * @description Lists, searches and answers use the new name from now on; `originalFileName` stays, and finds it, too.
         *
         *     For signed-in users. Access: `write` on every collection that holds the asset.
         */
        readonly post: operations["updateAsset"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/assets/{assetID}/content": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The bytes of an asset by its signed URL.
         * @description One range of bytes may be asked for. Whether the URL's user may still read is looked up each time.
         *
         *     For whoever has the signed URL. Access: The signed URL, while its user may `read` the asset.
         */
        readonly get: operations["getAssetContent"];
        /**
         * Send the bytes of an asset to its signed URL.
         * @description `Content-Type` is the announced one, or missing; `Content-Length` is required.
         *
         *     For whoever has the signed URL. Access: The signed URL, while its user may `write` the asset.
         */
        readonly put: operations["putAssetContent"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/assets/{assetID}/reprocess": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Read an asset once more from its stored bytes.
         * @description For what failed, or was read before the service knew its format better. It is `processing` until it is `ready` again, and is not searched so long. Citations keep the text that they rest on.
         *
         *     For signed-in users. Access: `write` on a collection that holds the asset.
         */
        readonly post: operations["reprocessAsset"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/assets/{assetID}/text": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The text that was extracted from an asset.
         * @description Citations count in this text, in UTF-16 code units. A text stays while a citation names its version.
         *
         *     For signed-in users. Access: `read` on a collection that holds the asset.
         */
        readonly get: operations["getAssetText"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/assets/batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Initialise up to 100 uploads at once: the `signedURL` of each takes its bytes by PUT.
         * @description All or none, answered in their order. With `size` or `sha256` a signed URL takes those very bytes and no others.
         *
         *     For signed-in users. Access: `write` on the collection.
         */
        readonly post: operations["createAssets"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/assets/notifyUploaded": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The bytes have arrived: fingerprint and index them.
         * @description With `assetIDs` instead of `assetID`, of up to 100 assets, all or none: then `data` has them in their order. Without `processInBackground` the asset waits until a thread brings it in, or begins if one has done so already; the thread's events tell how it goes on.
         *
         *     For signed-in users. Access: `write` on a collection that holds the asset.
         */
        readonly post: operations["notifyUploaded"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/assets/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Restore assets that were deleted.
         * @description As long as the retention of the organization is not over. Processing that was under way goes on. What is not deleted stays as it is.
         *
         *     For signed-in users. Access: `write` on every collection that holds the asset.
         */
        readonly post: operations["restoreAssets"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/assets/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Find assets by name.
         * @description Finds what has `matchName` in its display name or its file name, in capital letters or not. `filterByCollections` means these and all below them. Ordered as the listing of a collection.
         *
         *     For signed-in users. Access: `read` on the named collections; else the user themselves, in what they may `read`.
         */
        readonly post: operations["searchAssets"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/assets/tombstone": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete assets so that they can be restored.
         * @description They leave every list, search and answer at once, and their bytes and texts are not given any more. Threads do not quote or name them any more: their answers say `[deleted]` there, and who listens to one hears a resync. After the retention of the organization, 30 days unless it says otherwise, they are removed for good. The ids stand in the query, repeated, or in the body. What is deleted stays deleted.
         *
         *     For signed-in users. Access: `write` on every collection that holds the asset.
         */
        readonly delete: operations["tombstoneAssets"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/claim-token/{token}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Redeem an invitation by opening its link.
         * @description For a caller who has verified the invited address, and as far as whoever invited them may still grant. Again: the same answer, and no change.
         *
         *     For signed-in users. Access: Whoever has verified the invited address.
         */
        readonly get: operations["openInvitation"];
        readonly put?: never;
        /**
         * Redeem an invitation.
         * @description For a caller who has verified the invited address, and as far as whoever invited them may still grant. Again: the same answer, and no change.
         *
         *     For signed-in users. Access: Whoever has verified the invited address.
         */
        readonly post: operations["claimInvitation"];
        /**
         * Revoke an invitation that has not been redeemed.
         * @description For whoever issued it, and whoever holds `share` on all its collections.
         *
         *     For signed-in users. Access: Whoever issued it, or `share` on all its collections.
         */
        readonly delete: operations["revokeInvitation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collection-access/{collectionID}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Who has access to a collection, and who is invited to it.
         * @description Needs `share`. Ordered by `sortableName` unless `sort` says otherwise; ties by id.
         *
         *     For signed-in users. Access: `share` on the collection.
         */
        readonly get: operations["listCollectionAccess"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collection/{collectionID}/assets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A collection and its assets, a page at a time.
         * @description Ordered by `-modifiedAt` unless `sort` says otherwise; ties by id, in the direction of the last field. `collections` holds, by id, every collection that is named.
         *
         *     For signed-in users. Access: `read` on the collection.
         */
        readonly get: operations["listCollectionAssets"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collection/{collectionID}/attributes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Change a collection's label, description or icon.
         * @description What is left out stays as it is.
         *
         *     For signed-in users. Access: `write` on the collection.
         */
        readonly post: operations["updateCollection"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collection/{collectionID}/move": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Move a collection and all below it under another parent.
         * @description Answers the moved collection, then what is below it in path order. Its own grants stay, inherited ones end at the old place and begin at the new one. Nobody comes to own it, or ceases to, by a move of somebody who does not own it.
         *
         *     For signed-in users. Access: `write` and `share` on the collection, `write` on the new parent; `own` on the collection where its owners would change.
         */
        readonly post: operations["moveCollection"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collection/{collectionID}/threads": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The threads of a collection, a page at a time.
         * @description Those whose home it is, and those that are linked into it. Ordered by `-modifiedAt` unless `sort` says otherwise; ties by id, in the direction of the last field.
         *
         *     For signed-in users. Access: `read` on the collection.
         */
        readonly get: operations["listCollectionThreads"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collection/{parentCollectionID}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a collection under a parent.
         * @description For signed-in users. Access: `write` on the parent.
         */
        readonly post: operations["createCollection"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collections": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete collections for good.
         * @description With all below them, the threads at home there, and the assets that no other collection holds; nothing of it can be restored. They are gone for everybody at once, and are removed from D1, R2, the index and the rooms step by step: `GET /v1/deletions/{deletionID}` is the receipt. The service's own collections stay. With `dryRun=true` nothing is changed, with the same checks. The ids stand in the query, repeated, or in the body.
         *
         *     For signed-in users. Access: `own` on each collection.
         */
        readonly delete: operations["deleteCollections"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collections/{collectionID}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The details of a collection.
         * @description For signed-in users. Access: `read` on the collection.
         */
        readonly get: operations["getCollection"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collections/{collectionID}/access": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Why somebody may do what they may do on a collection.
         * @description Every grant that reaches the collection, from the top down, and through which collections. Without `userId`: the caller's own. A grant above what the caller may read is told without its place and who gave it. Somebody without access has no actions and no grants, as somebody unknown.
         *
         *     For signed-in users. Access: `share` on the collection; `read` for one's own access.
         */
        readonly get: operations["explainAccess"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collections/{collectionID}/assets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Link assets into one more collection of their organization.
         * @description It takes `write` on the collection, and `share` on one that holds the asset already. An asset whose bytes are awaited is linked nowhere. Linking again changes nothing but the flags.
         *
         *     For signed-in users. Access: `write` on the collection, and `share` on a collection that already holds the asset.
         */
        readonly post: operations["linkAssets"];
        /**
         * Take assets out of a collection.
         * @description An asset's last collection cannot be unlinked. The ids stand in the query, repeated, or in the body.
         *
         *     For signed-in users. Access: `write` on the collection, and `read` on the asset.
         */
        readonly delete: operations["unlinkAssets"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/collections/{collectionID}/threads": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Link threads into one more collection of their organization.
         * @description It takes `write` on the collection, and `share` on one that holds the thread already. Linking again changes nothing but the flags.
         *
         *     For signed-in users. Access: `write` on the collection, and `share` on a collection that already holds the thread.
         */
        readonly post: operations["linkThreads"];
        /**
         * Take threads out of a collection.
         * @description A thread's home cannot be unlinked. The ids stand in the query, repeated, or in the body.
         *
         *     For signed-in users. Access: `write` on the collection, and `read` on the thread.
         */
        readonly delete: operations["unlinkThreads"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/deletions/{deletionID}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The receipt of a deletion for good.
         * @description What was counted when it was asked for, and what has been removed since, by kind of record and by store. After a crash in the middle of a step the counts of the stores may be too low: whether anything is left, `/check` says.
         *
         *     For signed-in users. Access: Who asked for it, and `own` on the organization's root.
         */
        readonly get: operations["getDeletion"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/deletions/{deletionID}/check": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Look for what a deletion for good has removed.
         * @description Looks through D1, R2, the index and the rooms for 20 records of the deletion a call; `after` goes on where the call before ended. The audit log keeps ids, and so does the receipt; logs of the service have ids and no content.
         *
         *     For signed-in users. Access: Who asked for it, and `own` on the organization's root.
         */
        readonly get: operations["checkDeletion"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/devices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A fresh identifier for the device that a client runs on.
         * @description For `deviceID` of sign-ins. Nothing is stored: every call gives another one.
         *
         *     For signed-in users. Access: The user themselves.
         */
        readonly post: operations["createDevice"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/modify-collection-permissions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make exactly these actions remain for a user on a collection; none ends their access.
         * @description What they have from a collection above is changed there. Everybody may reduce or end their own rights without `share`. A root keeps an owner.
         *
         *     For signed-in users. Access: `share` on the collection and each action that is added; `own` to take `own` away; nothing to give up one's own rights.
         */
        readonly post: operations["modifyCollectionPermissions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/navigate/recent/assets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The user's recent assets, 50 a page.
         * @description Newest first when `sort` is empty, which is `-recentAt`; ties by id. The newest 1,000 are looked at, also in other orders.
         *
         *     For signed-in users. Access: The user themselves; it holds what they may `read`.
         */
        readonly get: operations["listRecentAssets"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/navigate/recent/threads": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The threads that the user made or wrote in, a page at a time.
         * @description Ordered by `-recentAt`, when they last wrote there, unless `sort` says otherwise; ties by id. The newest 1,000 are looked at.
         *
         *     For signed-in users. Access: The user themselves; it holds what they may `read`.
         */
        readonly get: operations["listRecentThreads"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/organizations/{organizationId}/attributes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Set for how many days what is deleted in an organization can be restored.
         * @description 30 until it is set. It counts for what is deleted from then on: what is deleted already keeps its date.
         *
         *     For signed-in users. Access: `own` on the organization's root.
         */
        readonly post: operations["updateOrganization"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/organizations/{organizationId}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The audit log of an organization, a page at a time.
         * @description A row for each change, written with it. The newest first unless `sort` is `at`. At most 10,000 are counted: `from` and `to` reach the others.
         *
         *     For signed-in users. Access: `own` on the organization's root.
         */
        readonly get: operations["listOrganizationEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/processing/assets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What waits for an external worker, the longest waiting first.
         * @description `signedSourceURL` gives the bytes, each of `artifactURLs` takes text by PUT: for 12 hours, and while the asset is being processed. An asset is listed until a job has started with it.
         *
         *     For services with the scope `assets:status`. Access: A service, for any asset that waits.
         */
        readonly get: operations["listProcessingAssets"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/search": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Search passages in everything that the user may read, or in a part of it.
         * @description For signed-in users. Access: `read` on what is named; else the user themselves, in what they may `read`.
         */
        readonly post: operations["searchPassages"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/share-collections": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Share collections with users, and invite those who are not there yet.
         * @description An address that exactly one active user has verified finds that user; any other is invited for 30 days, once for each organization that the collections are of. The service sends no mail: deliver a link with `publicToken`.
         *
         *     For signed-in users. Access: `share` and each granted action, on every collection named.
         */
        readonly post: operations["shareCollections"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/threads": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create a thread in a collection, with what its answers may use.
         * @description Assets that were uploaded and wait begin to be processed when they are among `assetIds` or below one of `collectionIds`; `done` is false then, and the thread's events tell how they go on.
         *
         *     For signed-in users. Access: `chat` on the home; `read` on all in scope, and `share` on what lies outside the home.
         */
        readonly post: operations["createThread"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/threads/{threadID}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The details of a thread.
         * @description Whole for those who may read it. With the token of a live public link anybody else sees its label, its messages up to the link's, their quotes, the cited assets' names and when it was made; authors are pseudonyms that belong to this thread. Everything else holds no value then. Shown are the newest messages, at most `messagesLimit` of them and 2 MiB of content; `messagesBefore`, with the first one shown, reaches those before them.
         *
         *     For signed-in users, and for guests with the thread's public token. Access: `read` on the thread's home or on a collection that it is linked into; the public token of its link.
         */
        readonly get: operations["getThread"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/threads/{threadID}/attributes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Rename a thread.
         * @description The same as posting a message of the kind `renameThreadV1`, and it stands among the thread's messages as one.
         *
         *     For signed-in users. Access: `chat` on the thread's home.
         */
        readonly post: operations["updateThread"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/threads/{threadID}/citations/{citationId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Whether a citation still holds.
         * @description The asset's current text is read, and its bytes are hashed. `valid`: the quote stands in it where it was cited. `moved`: the text is another one, and has the quote at `place`. `changed`: the text does not have it any more; `place` is in the text that was cited, while that is kept. `gone`: the asset is deleted, may not be read by the caller, or its text is lost.
         *
         *     For signed-in users. Access: `read` on the thread; on the cited asset too, to be told more than `gone`.
         */
        readonly get: operations["checkCitation"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/threads/{threadID}/events": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The live events of a thread, over a WebSocket or as server-sent events.
         * @description Each frame is a JSON object with `seq`. A guest hears `textV1` and `renameThreadV1` only, under the thread's own `seq`, so with gaps, and sends nothing. What is no longer kept, tells of a document that is deleted, or is too much to send again at once, is told by `{"resync":true,"seq":n}`: read the thread. It comes later too, when a document that the thread tells of is deleted or restored.
         *
         *     **Socket**: send `Upgrade: websocket`. A browser offers the subprotocols `knowledge.v1` and `bearer.<token>`. A frame that is refused gets `{"error":{"code","message","messageId"}}`, and the socket stays. Send the text `ping` when the socket is open, after every 16 KiB heard and at least every 30 seconds, each after the `pong` before it. A refusal is accepted and then closed: 4400 bad request, 4401 credential, 4403 permission, 4404 no such thread, 4429 too many. Later too: 4401 when the token has expired, 4403 when access is lost, 4408 for who may be behind with reading, and for a guest after each 256 KiB (come back with `since`), 4412 when the account was merged into another one (open a new socket), 4413 for a frame above 256 KiB, 4429 for who goes on sending above the rate limit. Before 4401, 4403 and 4412 comes a last frame with the reason and the code, since the close itself may be heard late: `{"error":{"code","message","messageId":"","closeCode"}}`.
         *
         *     **Server-sent events**: send `Accept: text/event-stream`. Each frame is the `data` of an event without a name, its `seq` the `id`; an `id` alone says where a stream begins that asked for nothing from before. Come back with `Last-Event-ID`, as `EventSource` does by itself: what was missed follows, nothing twice. Every 15 seconds comes a comment. What is refused is answered as by every other operation, before the first event; later the last frame of a socket comes, and the stream ends. It also ends after an hour or 32 MiB, when the service ends, and for who takes nothing for 30 seconds: come back. A user may have 50 in a thread. Through a proxy that gathers what it passes on, ask for `padding`.
         *
         *     For signed-in users, and for guests with the thread's public token. Access: Whoever may read the thread, as its user or its guest; to send, `chat` on the thread's home.
         */
        readonly get: operations["openThreadEvents"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/threads/{threadID}/messages": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Post a message; a question is answered from what is in scope.
         * @description `promptV2` is a question, `textV1` a remark; `renameThreadV1` renames the thread, its content being the label (1 to 255 characters). Waits up to 60 seconds for the answer; `done` is false when it is still being written then. Shown are the thread's newest 20 messages; `messagesLimit` asks for fewer or for more, up to 500 and 2 MiB of content.
         *
         *     For signed-in users. Access: `chat` on the thread's home.
         */
        readonly post: operations["postMessage"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/threads/{threadID}/messages/{messageID}/answer": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Stop the answer to a question.
         * @description Every answer to the question that is being written, or waits to be, ends as cancelled: what was written of it stays, else it says that it was stopped. Its last frame comes as for any answer. What has ended stays as it is.
         *
         *     For signed-in users. Access: `chat` on the thread's home.
         */
        readonly delete: operations["stopAnswer"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/threads/{threadID}/share": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make the public link of a thread.
         * @description A thread has one live link: a new one ends the one before. `messageId` names the last message that it shows; without it the link shows all of them, those to come too. It ends when who made it may not share the thread any more, and does not come back. The service sends no mail: deliver `address`. The token is shown again to those who may share the thread, in its `permanentShareToken`.
         *
         *     For signed-in users. Access: `share` on the thread's home.
         */
        readonly post: operations["shareThread"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/threads/{threadID}/share/{tokenId}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * End a public link of a thread.
         * @description Its token opens nothing any more, and its guests' sockets close with 4403. Ending an ended link changes nothing.
         *
         *     For signed-in users. Access: `share` on the thread's home.
         */
        readonly delete: operations["endThreadLink"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/threads/restore": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Restore threads that were deleted.
         * @description As long as the retention of the organization is not over. Their messages, scope, links and public links are as before. What somebody else has deleted needs `own`. What is not deleted stays as it is.
         *
         *     For signed-in users. Access: `write` on the thread's home for its author, else `own`.
         */
        readonly post: operations["restoreThreads"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/threads/tombstone": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete threads so that they can be restored.
         * @description They leave every list at once, their sockets are closed with 4403, and their public links open nothing. An answer that is being written is cancelled. After the retention of the organization, 30 days unless it says otherwise, they are removed for good. The ids stand in the query, repeated, or in the body. What is deleted stays deleted.
         *
         *     For signed-in users. Access: `write` on the thread's home for its author, else `own`.
         */
        readonly delete: operations["tombstoneThreads"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/url/crawl": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make an asset of one page on the public web.
         * @description The page is fetched at once, within 15 seconds, 10 MiB and 5 redirects, if the site's robots.txt does not forbid it; what goes wrong makes the asset `failed` with a reason. With `processInBackground` it is then read; else it waits until it joins a thread's scope.
         *
         *     For signed-in users. Access: `write` on the collection.
         */
        readonly post: operations["crawlUrl"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/users/merge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Merge one account into another.
         * @description The new user gets the old one's identities, addresses, rights, memberships, invitations and recent assets, and stands wherever the old one stood; nothing moves to another organization. A user merges into their own account. A repeated `Idempotency-Key` lists no changes.
         *
         *     For services with the scope `users:merge`, and for signed-in users who bring the other account's token. Access: A service, for any two accounts; a user, into their own account with a fresh token of the other one.
         */
        readonly put: operations["mergeUsers"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/users/self/auth-sync": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Synchronise the signed-in user; the first sign-in creates the user and their defaults.
         * @description A returning sign-in takes over what has changed of displayName, locale and photoURL, and where these are empty what the token claims
         *     (`name`, `locale`, `picture`); given name, family name and address come from the token alone. What neither says stays as it was, and
         *     claims of a token older than the newest one seen change nothing.
         *     `tokenRefreshReason` is `email_verification_changed` whenever isEmailVerified and the token disagree. A repeated `Idempotency-Key` of a sign-in that
         *     changed something answers as that one did, with the user as they are now.
         *
         *     For signed-in users. Access: Whoever has a token of a configured issuer, for the account of that identity.
         */
        readonly post: operations["syncUser"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/users/self/collection-tree": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The hierarchical collection structure of the current user.
         * @description At most 1000 nodes: own organizations first, then others', breadth first; below the top of others' trees without descriptions. When something was left out, the envelope says `details.collectionTreeTruncated: true`. To read on: `root` for what is below one collection, `limit` and `offset` (in nodes, from 0) to page through all of it; a node whose parent is not on the page stands at the top.
         *
         *     For signed-in users. Access: The user themselves; it holds what they may `read`.
         */
        readonly get: operations["getCollectionTree"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        readonly Asset: {
            readonly chunkingStrategy: string;
            readonly collectionIds: readonly components["schemas"]["IdentifierBytes"][];
            readonly contentType: string;
            readonly displayName: string;
            readonly embeddings: readonly {
                readonly model: string;
                /** @enum {string} */
                readonly state: "pending" | "ready" | "failed";
            }[];
            readonly etag: string;
            readonly extractionStrategy: string;
            readonly failureReason: string;
            readonly fileSize: number;
            readonly htmlArtifactTokenCount: number;
            readonly id: components["schemas"]["IdentifierBytes"];
            readonly keywords: readonly string[];
            readonly keywordsTokenCount: number;
            readonly keywordStrategy: string;
            readonly lifecyclesCompleted: readonly string[];
            /** @enum {string} */
            readonly lifecycleState: "uploading" | "uploaded" | "processing" | "ready" | "failed" | "deleted";
            readonly markdownTokenCount: number;
            readonly metadata: {
                readonly createdAt: string | null;
                readonly createdBy: components["schemas"]["IdentifierBytes"] | null;
                readonly deletedAt: string | null;
                readonly deletedBy: components["schemas"]["IdentifierBytes"] | null;
                readonly embeddings: {
                    readonly completedAt: string | null;
                    readonly count: number;
                    readonly failedAt: string | null;
                    readonly failedReason: string;
                    readonly message: string;
                    readonly occurredAt: string | null;
                    readonly startAt: string | null;
                    readonly statusCode: number;
                    /** @enum {string} */
                    readonly step: "embeddings" | "extract" | "processing" | "summarize" | "transcribe";
                };
                readonly extract: {
                    readonly completedAt: string | null;
                    readonly count: number;
                    readonly failedAt: string | null;
                    readonly failedReason: string;
                    readonly message: string;
                    readonly occurredAt: string | null;
                    readonly startAt: string | null;
                    readonly statusCode: number;
                    /** @enum {string} */
                    readonly step: "embeddings" | "extract" | "processing" | "summarize" | "transcribe";
                };
                readonly lastReadyAt: string | null;
                readonly lastReferencedAt: string | null;
                readonly modifiedAt: string | null;
                readonly modifiedBy: components["schemas"]["IdentifierBytes"] | null;
                readonly processing: {
                    readonly completedAt: string | null;
                    readonly count: number;
                    readonly failedAt: string | null;
                    readonly failedReason: string;
                    readonly message: string;
                    readonly occurredAt: string | null;
                    readonly startAt: string | null;
                    readonly statusCode: number;
                    /** @enum {string} */
                    readonly step: "embeddings" | "extract" | "processing" | "summarize" | "transcribe";
                };
                readonly summarize: {
                    readonly completedAt: string | null;
                    readonly count: number;
                    readonly failedAt: string | null;
                    readonly failedReason: string;
                    readonly message: string;
                    readonly occurredAt: string | null;
                    readonly startAt: string | null;
                    readonly statusCode: number;
                    /** @enum {string} */
                    readonly step: "embeddings" | "extract" | "processing" | "summarize" | "transcribe";
                };
                readonly transcribe: {
                    readonly completedAt: string | null;
                    readonly count: number;
                    readonly failedAt: string | null;
                    readonly failedReason: string;
                    readonly message: string;
                    readonly occurredAt: string | null;
                    readonly startAt: string | null;
                    readonly statusCode: number;
                    /** @enum {string} */
                    readonly step: "embeddings" | "extract" | "processing" | "summarize" | "transcribe";
                };
                readonly uploadedAt: string | null;
            };
            readonly organizationId: components["schemas"]["IdentifierBytes"];
            readonly originalFileName: string;
            readonly processingErrMessage: string;
            readonly processingMessage: string;
            readonly producedEmbeddings: boolean;
            readonly producedHTMLArtifact: boolean;
            readonly producedKeywords: boolean;
            readonly producedMarkdownArtifact: boolean;
            readonly producedSummary: boolean;
            readonly producedTranscriptionArtifact: boolean;
            readonly references: readonly {
                /** Format: date-time */
                readonly referencedAt: string;
                readonly referencedBy: components["schemas"]["IdentifierBytes"] | null;
                readonly referencedFor: components["schemas"]["IdentifierBytes"] | null;
                readonly referenceId: components["schemas"]["IdentifierBytes"];
                readonly vendor: string;
                readonly vendorIdentifier: string;
            }[];
            readonly signedURL: string;
            readonly summary: string;
            readonly summaryStrategy: string;
            readonly summaryTokenCount: number;
            readonly tenantId: components["schemas"]["IdentifierBytes"];
            readonly textTokens: number;
            readonly transcriptionTokenCount: number;
            readonly version: number;
            readonly workerStrategy: string;
        };
        readonly AssetSummary: {
            readonly contentType: string;
            /** Format: date-time */
            readonly createdAt: string;
            readonly deletedAt: components["schemas"]["NullableTime"];
            readonly displayName: string;
            readonly etag: string;
            readonly filesize: number;
            readonly id: string;
            readonly lifecycleState: string;
            /** Format: date-time */
            readonly modifiedAt: string;
            readonly organizationId: string;
            readonly originalFilename: string;
            readonly processingFailureReason: components["schemas"]["NullableString"];
            readonly processingStatusText: components["schemas"]["NullableString"];
            readonly projectId: string;
            readonly summary: string;
            readonly tenantId: string;
            readonly textTokens: number;
            readonly userDisplayName: string;
            readonly userId: string;
            readonly version: number;
        };
        readonly BareCollection: {
            /** @enum {string} */
            readonly collectionKind: "root" | "favorites" | "organization" | "personal" | "collection";
            readonly description: string;
            readonly etag: string;
            readonly icon: string;
            readonly id: components["schemas"]["IdentifierBytes"];
            readonly label: string;
            /** @enum {string} */
            readonly lifecycleState: "active" | "deleted";
            readonly organizationId: components["schemas"]["IdentifierBytes"];
            readonly path: readonly components["schemas"]["IdentifierBytes"][];
            readonly tenantId: components["schemas"]["IdentifierBytes"];
            readonly version: number;
        };
        readonly Collection: {
            /** @enum {string} */
            readonly collectionKind: "root" | "favorites" | "organization" | "personal" | "collection";
            readonly description: string;
            readonly etag: string;
            readonly icon: string;
            readonly id: components["schemas"]["IdentifierBytes"];
            readonly label: string;
            /** @enum {string} */
            readonly lifecycleState: "active" | "deleted";
            readonly metadata: components["schemas"]["Metadata"];
            readonly organizationId: components["schemas"]["IdentifierBytes"];
            readonly path: readonly components["schemas"]["IdentifierBytes"][];
            readonly tenantId: components["schemas"]["IdentifierBytes"];
            readonly version: number;
        };
        readonly CollectionTreeNode: {
            readonly children: readonly components["schemas"]["CollectionTreeNode"][];
            readonly collection: components["schemas"]["BareCollection"];
        };
        readonly Envelope: {
            /** @description `ok`, or an error code. */
            readonly code: string;
            readonly data: unknown;
            readonly details: {
                /**
                 * @description `data` is a tree of which something was left out.
                 * @constant
                 */
                readonly collectionTreeTruncated?: true;
                readonly consumption: {
                    /** @description Tokens that models and ingestion used. */
                    readonly units: number;
                };
                readonly operation: {
                    /** @description Whole milliseconds. */
                    readonly duration: number;
                    /**
                     * @description Also in the `x-operation-id` header and the log.
                     * @example op_01h455vb4pex5vsknk084sn02q
                     */
                    readonly operationId: string;
                };
            };
            /** @description False while work that the operation started is still going on. */
            readonly done: boolean;
            /** @description The audit event of a change; empty when nothing changed. */
            readonly eventKey: string;
            /** @description One sentence for a person. */
            readonly message: string;
        };
        readonly ErrorData: {
            readonly issues?: readonly {
                readonly message: string;
                readonly path: string;
            }[];
        };
        /** @description An identifier as a byte sequence. */
        readonly IdentifierBytes: readonly number[];
        readonly Locator: {
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
        };
        readonly Message: {
            readonly content: string;
            readonly createdBy: components["schemas"]["IdentifierBytes"];
            readonly id: components["schemas"]["IdentifierBytes"];
            readonly inReplyTo: components["schemas"]["IdentifierBytes"] | null;
            readonly isComplete: boolean;
            /** @enum {string} */
            readonly kind: "promptV2" | "textV1" | "renameThreadV1";
            readonly metadata: components["schemas"]["Metadata"];
            readonly recipients: readonly string[];
            readonly textSuggestions: readonly string[];
            readonly threadId: components["schemas"]["IdentifierBytes"];
            readonly transformationQueue: readonly string[];
            readonly transformations: readonly string[];
            readonly version: number;
            readonly worldKnowledge: boolean;
        };
        readonly Metadata: {
            readonly createdAt: string | null;
            readonly createdBy: components["schemas"]["IdentifierBytes"] | null;
            readonly deletedAt: string | null;
            readonly deletedBy: components["schemas"]["IdentifierBytes"] | null;
            readonly modifiedAt: string | null;
            readonly modifiedBy: components["schemas"]["IdentifierBytes"] | null;
        };
        /**
         * @example {
         *       "String": "",
         *       "Valid": false
         *     }
         */
        readonly NullableString: {
            readonly String: string;
            readonly Valid: boolean;
        };
        /**
         * @example {
         *       "Time": "0001-01-01T00:00:00Z",
         *       "Valid": false
         *     }
         */
        readonly NullableTime: {
            /** Format: date-time */
            readonly Time: string;
            readonly Valid: boolean;
        };
        readonly OrganizationContext: {
            readonly organizationId: string | components["schemas"]["IdentifierBytes"];
            readonly tenantId: string | components["schemas"]["IdentifierBytes"];
        };
        readonly Thread: {
            readonly activeAssets: readonly components["schemas"]["AssetSummary"][];
            readonly collectionIDs: readonly components["schemas"]["IdentifierBytes"][];
            readonly etag: string;
            readonly knowledgeProvenance: {
                readonly assetRef: {
                    readonly [key: string]: {
                        readonly contentType: string;
                        readonly createdAt: string | null;
                        readonly deletedAt: components["schemas"]["NullableTime"];
                        readonly displayName: string;
                        readonly etag: string;
                        readonly filesize: number;
                        readonly id: string;
                        readonly lifecycleState: string;
                        readonly modifiedAt: string | null;
                        readonly organizationId: string;
                        readonly originalFilename: string;
                        readonly processingFailureReason: components["schemas"]["NullableString"];
                        readonly processingStatusText: components["schemas"]["NullableString"];
                        readonly projectId: string;
                        readonly summary: string;
                        readonly tenantId: string;
                        readonly textTokens: number;
                        readonly userDisplayName: string;
                        readonly userId: string;
                        readonly version: number;
                    };
                };
                readonly citations: {
                    readonly [key: string]: {
                        readonly assetId: string;
                        readonly chunkId: string;
                        readonly end: number;
                        /** @description As readers of the document count: its page, slide, sheet and row, chapter, part or line, from 1, or the time in seconds. null when the format has no such places. */
                        readonly locator: components["schemas"]["Locator"] | null;
                        readonly messageId: string;
                        readonly ordinal: number;
                        readonly page: number;
                        readonly quote: string;
                        readonly start: number;
                        readonly version: string;
                    };
                };
                readonly collectionRef: {
                    readonly [key: string]: components["schemas"]["BareCollection"];
                };
                readonly inScope: {
                    readonly assetIDs: readonly components["schemas"]["IdentifierBytes"][];
                    readonly collectionIDs: readonly components["schemas"]["IdentifierBytes"][];
                    readonly mentions: {
                        readonly assets: readonly (readonly components["schemas"]["IdentifierBytes"][])[];
                        readonly collections: readonly (readonly components["schemas"]["IdentifierBytes"][])[];
                    };
                    readonly worldKnowledge: boolean;
                };
                readonly pendingAssets: number;
            };
            readonly label: string;
            /** @enum {string} */
            readonly lifecycleState: "active" | "deleted";
            readonly messages: readonly components["schemas"]["Message"][];
            readonly metadata: components["schemas"]["Metadata"];
            readonly organizationId: components["schemas"]["IdentifierBytes"];
            readonly permanentShareToken: readonly {
                readonly messageId: components["schemas"]["IdentifierBytes"] | null;
                readonly publicToken: string;
                /** Format: date-time */
                readonly sharedAt: string;
                readonly sharedBy: components["schemas"]["IdentifierBytes"];
                readonly sharedByDisplayName: string;
                readonly sharedToEmails: readonly string[];
                readonly shareMethod: string;
                readonly tokenId: components["schemas"]["IdentifierBytes"];
            }[];
            readonly tenantId: components["schemas"]["IdentifierBytes"];
            readonly threadId: components["schemas"]["IdentifierBytes"];
            readonly version: number;
        };
        readonly User: {
            readonly address: readonly {
                readonly city: string;
                readonly country: string;
                readonly countryCode: string;
                readonly extendedAddress: string;
                readonly formatted: string;
                readonly metadata: components["schemas"]["Metadata"];
                readonly poBox: string;
                readonly postalCode: string;
                readonly region: string;
                readonly streetAddress: string;
                readonly type: string;
            }[];
            readonly authDisplayName: string;
            readonly authPictureURL: string;
            readonly displayName: string;
            readonly email: string;
            readonly emails: readonly {
                readonly email: string;
                readonly type: string;
                readonly verifiedAt: string | null;
            }[];
            readonly etag: string;
            readonly externalIdentifiers: readonly {
                readonly id: string;
                readonly label: string;
                readonly metadata: components["schemas"]["Metadata"];
            }[];
            readonly familyName: string;
            readonly givenName: string;
            readonly id: components["schemas"]["IdentifierBytes"];
            /** @enum {string} */
            readonly lifecycleState: "active" | "merged" | "suspended" | "deleted";
            readonly locale: string;
            readonly maintenanceActivities: readonly {
                readonly activity: string;
                readonly applied_at: string | null;
            }[];
            readonly markedForAbuseAt: string | null;
            readonly markedForAbuseBy: components["schemas"]["IdentifierBytes"] | null;
            readonly metadata: {
                readonly createdAt: string | null;
                readonly createdBy: components["schemas"]["IdentifierBytes"] | null;
                readonly deletedAt: string | null;
                readonly deletedBy: components["schemas"]["IdentifierBytes"] | null;
                readonly markedForAbuseAt: string | null;
                readonly markedForAbuseBy: components["schemas"]["IdentifierBytes"] | null;
                readonly modifiedAt: string | null;
                readonly modifiedBy: components["schemas"]["IdentifierBytes"] | null;
            };
            readonly organizations: readonly {
                readonly costCenter: string;
                readonly department: string;
                readonly metadata: components["schemas"]["Metadata"];
                readonly occupation: string;
                readonly organizationId: components["schemas"]["IdentifierBytes"];
                readonly tenantId: components["schemas"]["IdentifierBytes"];
                readonly title: string;
            }[];
            readonly phoneticName: string;
            readonly pictureURL: string;
            readonly potentialScore: number;
            readonly slug: string;
            readonly version: number;
        };
    };
    responses: {
        /** @description `If-Match` does not match. */
        readonly Aborted: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "aborted",
                 *       "data": {},
                 *       "details": {
                 *         "consumption": {
                 *           "units": 0
                 *         },
                 *         "operation": {
                 *           "duration": 1,
                 *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                 *         }
                 *       },
                 *       "done": true,
                 *       "eventKey": "",
                 *       "message": "`If-Match` does not match."
                 *     }
                 */
                readonly "application/json": components["schemas"]["Envelope"] & {
                    readonly data: components["schemas"]["ErrorData"];
                };
            };
        };
        /** @description `failed_precondition`: the wrong state, or the caller has never synced. `already_exists`: a unique thing exists. */
        readonly FailedPrecondition: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "failed_precondition",
                 *       "data": {},
                 *       "details": {
                 *         "consumption": {
                 *           "units": 0
                 *         },
                 *         "operation": {
                 *           "duration": 1,
                 *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                 *         }
                 *       },
                 *       "done": true,
                 *       "eventKey": "",
                 *       "message": "`failed_precondition`: the wrong state, or the caller has never synced. `already_exists`: a unique thing exists."
                 *     }
                 */
                readonly "application/json": components["schemas"]["Envelope"] & {
                    readonly data: components["schemas"]["ErrorData"];
                };
            };
        };
        /** @description A fault of the service; the operation id finds it in the log. */
        readonly Internal: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "internal",
                 *       "data": {},
                 *       "details": {
                 *         "consumption": {
                 *           "units": 0
                 *         },
                 *         "operation": {
                 *           "duration": 1,
                 *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                 *         }
                 *       },
                 *       "done": true,
                 *       "eventKey": "",
                 *       "message": "A fault of the service; the operation id finds it in the log."
                 *     }
                 */
                readonly "application/json": components["schemas"]["Envelope"] & {
                    readonly data: components["schemas"]["ErrorData"];
                };
            };
        };
        /** @description Malformed JSON, a missing or wrong field, a bad identifier. */
        readonly InvalidArgument: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_argument",
                 *       "data": {
                 *         "issues": [
                 *           {
                 *             "path": "label",
                 *             "message": "must not be empty"
                 *           }
                 *         ]
                 *       },
                 *       "details": {
                 *         "consumption": {
                 *           "units": 0
                 *         },
                 *         "operation": {
                 *           "duration": 1,
                 *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                 *         }
                 *       },
                 *       "done": true,
                 *       "eventKey": "",
                 *       "message": "Malformed JSON, a missing or wrong field, a bad identifier."
                 *     }
                 */
                readonly "application/json": components["schemas"]["Envelope"] & {
                    readonly data: components["schemas"]["ErrorData"];
                };
            };
        };
        /** @description `Content-Length` is missing. */
        readonly LengthRequired: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_argument",
                 *       "data": {
                 *         "issues": [
                 *           {
                 *             "path": "label",
                 *             "message": "must not be empty"
                 *           }
                 *         ]
                 *       },
                 *       "details": {
                 *         "consumption": {
                 *           "units": 0
                 *         },
                 *         "operation": {
                 *           "duration": 1,
                 *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                 *         }
                 *       },
                 *       "done": true,
                 *       "eventKey": "",
                 *       "message": "`Content-Length` is missing."
                 *     }
                 */
                readonly "application/json": components["schemas"]["Envelope"] & {
                    readonly data: components["schemas"]["ErrorData"];
                };
            };
        };
        /** @description There is no such record, or the caller may not read it. */
        readonly NotFound: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "not_found",
                 *       "data": {},
                 *       "details": {
                 *         "consumption": {
                 *           "units": 0
                 *         },
                 *         "operation": {
                 *           "duration": 1,
                 *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                 *         }
                 *       },
                 *       "done": true,
                 *       "eventKey": "",
                 *       "message": "There is no such record, or the caller may not read it."
                 *     }
                 */
                readonly "application/json": components["schemas"]["Envelope"] & {
                    readonly data: components["schemas"]["ErrorData"];
                };
            };
        };
        /** @description A range of bytes that cannot be met. */
        readonly OutOfRange: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "out_of_range",
                 *       "data": {},
                 *       "details": {
                 *         "consumption": {
                 *           "units": 0
                 *         },
                 *         "operation": {
                 *           "duration": 1,
                 *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                 *         }
                 *       },
                 *       "done": true,
                 *       "eventKey": "",
                 *       "message": "A range of bytes that cannot be met."
                 *     }
                 */
                readonly "application/json": components["schemas"]["Envelope"] & {
                    readonly data: components["schemas"]["ErrorData"];
                };
            };
        };
        /** @description The caller may see the thing, but not do this to it; or may not call this operation at all. */
        readonly PermissionDenied: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "permission_denied",
                 *       "data": {},
                 *       "details": {
                 *         "consumption": {
                 *           "units": 0
                 *         },
                 *         "operation": {
                 *           "duration": 1,
                 *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                 *         }
                 *       },
                 *       "done": true,
                 *       "eventKey": "",
                 *       "message": "The caller may see the thing, but not do this to it; or may not call this operation at all."
                 *     }
                 */
                readonly "application/json": components["schemas"]["Envelope"] & {
                    readonly data: components["schemas"]["ErrorData"];
                };
            };
        };
        /** @description A rate limit or a quota. */
        readonly ResourceExhausted: {
            headers: {
                /** @description Seconds. */
                readonly "Retry-After"?: string;
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "resource_exhausted",
                 *       "data": {},
                 *       "details": {
                 *         "consumption": {
                 *           "units": 0
                 *         },
                 *         "operation": {
                 *           "duration": 1,
                 *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                 *         }
                 *       },
                 *       "done": true,
                 *       "eventKey": "",
                 *       "message": "A rate limit or a quota."
                 *     }
                 */
                readonly "application/json": components["schemas"]["Envelope"] & {
                    readonly data: components["schemas"]["ErrorData"];
                };
            };
        };
        /** @description The body is too large; JSON may have 1 MiB. */
        readonly TooLarge: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_argument",
                 *       "data": {
                 *         "issues": [
                 *           {
                 *             "path": "label",
                 *             "message": "must not be empty"
                 *           }
                 *         ]
                 *       },
                 *       "details": {
                 *         "consumption": {
                 *           "units": 0
                 *         },
                 *         "operation": {
                 *           "duration": 1,
                 *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                 *         }
                 *       },
                 *       "done": true,
                 *       "eventKey": "",
                 *       "message": "The body is too large; JSON may have 1 MiB."
                 *     }
                 */
                readonly "application/json": components["schemas"]["Envelope"] & {
                    readonly data: components["schemas"]["ErrorData"];
                };
            };
        };
        /** @description No credential, or one that has expired or cannot be verified. */
        readonly Unauthenticated: {
            headers: {
                /** @description `Bearer` */
                readonly "WWW-Authenticate"?: string;
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "unauthenticated",
                 *       "data": {},
                 *       "details": {
                 *         "consumption": {
                 *           "units": 0
                 *         },
                 *         "operation": {
                 *           "duration": 1,
                 *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                 *         }
                 *       },
                 *       "done": true,
                 *       "eventKey": "",
                 *       "message": "No credential, or one that has expired or cannot be verified."
                 *     }
                 */
                readonly "application/json": components["schemas"]["Envelope"] & {
                    readonly data: components["schemas"]["ErrorData"];
                };
            };
        };
        /** @description Not at the moment; try again. */
        readonly Unavailable: {
            headers: {
                /** @description Seconds. */
                readonly "Retry-After"?: string;
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "unavailable",
                 *       "data": {},
                 *       "details": {
                 *         "consumption": {
                 *           "units": 0
                 *         },
                 *         "operation": {
                 *           "duration": 1,
                 *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                 *         }
                 *       },
                 *       "done": true,
                 *       "eventKey": "",
                 *       "message": "Not at the moment; try again."
                 *     }
                 */
                readonly "application/json": components["schemas"]["Envelope"] & {
                    readonly data: components["schemas"]["ErrorData"];
                };
            };
        };
        /** @description The body is of another content type. */
        readonly WrongType: {
            headers: {
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "code": "invalid_argument",
                 *       "data": {
                 *         "issues": [
                 *           {
                 *             "path": "label",
                 *             "message": "must not be empty"
                 *           }
                 *         ]
                 *       },
                 *       "details": {
                 *         "consumption": {
                 *           "units": 0
                 *         },
                 *         "operation": {
                 *           "duration": 1,
                 *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                 *         }
                 *       },
                 *       "done": true,
                 *       "eventKey": "",
                 *       "message": "The body is of another content type."
                 *     }
                 */
                readonly "application/json": components["schemas"]["Envelope"] & {
                    readonly data: components["schemas"]["ErrorData"];
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly getHome: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Where the documents are, and whose tokens are taken. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "name": "knowledge-workspace",
                     *         "version": "0.1.0",
                     *         "openapi": "/openapi.json",
                     *         "reference": "/reference",
                     *         "status": "/status",
                     *         "issuers": [
                     *           {
                     *             "issuer": "https://id.example.com",
                     *             "audience": "knowledge-workspace"
                     *           }
                     *         ]
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 1,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"];
                    /** @example <!doctype html><title>Knowledge workspace</title> */
                    readonly "text/html": string;
                };
            };
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getOpenApiDocument: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description OpenAPI 3.1. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.1"
                     *     }
                     */
                    readonly "application/json": Record<string, never>;
                };
            };
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly healMissingUserSnapshots: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "CountAttempted": 0,
                     *         "CountHealed": 0,
                     *         "TotalRecords": 0,
                     *         "Errors": [],
                     *         "Processed": []
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            /** @description Users who needed it. */
                            readonly CountAttempted: number;
                            /** @description Users for whom it was done. */
                            readonly CountHealed: number;
                            readonly Errors: readonly string[];
                            /** @description The ids of the users who needed it. */
                            readonly Processed: readonly string[];
                            /** @description Users that this run looked at; the next run goes on behind them. */
                            readonly TotalRecords: number;
                        };
                    };
                };
            };
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 412: components["responses"]["Aborted"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly orderHealingOfUserSnapshots: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "CountAttempted": 0,
                     *         "CountHealed": 0,
                     *         "TotalRecords": 0,
                     *         "Errors": [],
                     *         "Processed": []
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            /** @description Users who needed it. */
                            readonly CountAttempted: number;
                            /** @description Users for whom it was done. */
                            readonly CountHealed: number;
                            readonly Errors: readonly string[];
                            /** @description The ids of the users who needed it. */
                            readonly Processed: readonly string[];
                            /** @description Users that this run looked at; the next run goes on behind them. */
                            readonly TotalRecords: number;
                        };
                    };
                };
            };
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 412: components["responses"]["Aborted"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listJobs: {
        readonly parameters: {
            readonly query: {
                readonly limit?: number;
                readonly offset?: number;
                readonly sort?: string | readonly string[];
                readonly state: "parked";
            };
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "pagination": {
                     *           "count": 0,
                     *           "currentPage": 0,
                     *           "limit": 0,
                     *           "offset": 0,
                     *           "totalPages": 0,
                     *           "firstRecordOnPage": "",
                     *           "lastRecordOnPage": "",
                     *           "hasNextPage": true,
                     *           "hasPreviousPage": true
                     *         },
                     *         "jobs": [
                     *           {
                     *             "id": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "kind": "",
                     *             "target": "",
                     *             "attempts": 1,
                     *             "lastError": "",
                     *             "parkedAt": "2026-10-06T12:00:00.000Z"
                     *           }
                     *         ]
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly jobs: readonly {
                                /** @description How often it was tried before it was parked. */
                                readonly attempts: number;
                                readonly id: components["schemas"]["IdentifierBytes"];
                                /** @description As `POST /ops/jobs/release` takes it. */
                                readonly kind: string;
                                /** @description Why its last attempt failed, in a sentence without content; empty where that was not kept. */
                                readonly lastError: string;
                                /** Format: date-time */
                                readonly parkedAt: string;
                                /** @description What it is about: identifiers, with slashes between them. */
                                readonly target: string;
                            }[];
                            readonly pagination: {
                                readonly count: number;
                                readonly currentPage: number;
                                readonly firstRecordOnPage: string;
                                readonly hasNextPage: boolean;
                                readonly hasPreviousPage: boolean;
                                readonly lastRecordOnPage: string;
                                readonly limit: number;
                                readonly offset: number;
                                readonly totalPages: number;
                            };
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly releaseJobs: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "kind": "index_collections"
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * @description Of this kind only; null: of every kind.
                     * @default null
                     */
                    readonly kind?: ("process_asset" | "asset_progress" | "link_ended" | "index_collections" | "index_tree" | "access_reduced" | "redeem_invitations" | "thread_deleted" | "read_again" | "purge_asset" | "purge_thread" | "purge_collections") | null;
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "released": 0,
                     *         "parked": 0
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            /** @description How many are parked still, counted up to 1,000. */
                            readonly parked: number;
                            /** @description How many jobs this call released. */
                            readonly released: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly reindexOrganization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "organizationId": "org_01h455vb4pex5vsknk084sn02q"
                 *     }
                 */
                readonly "application/json": {
                    readonly cursor?: (string | components["schemas"]["IdentifierBytes"]) | "";
                    readonly organizationId: string | components["schemas"]["IdentifierBytes"];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "indexed": 0,
                     *         "cursor": ""
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly cursor: string;
                            readonly indexed: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly repairMissingUserData: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "CountAttempted": 0,
                     *         "CountHealed": 0,
                     *         "TotalRecords": 0,
                     *         "Errors": [],
                     *         "Processed": []
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            /** @description Users who needed it. */
                            readonly CountAttempted: number;
                            /** @description Users for whom it was done. */
                            readonly CountHealed: number;
                            readonly Errors: readonly string[];
                            /** @description The ids of the users who needed it. */
                            readonly Processed: readonly string[];
                            /** @description Users that this run looked at; the next run goes on behind them. */
                            readonly TotalRecords: number;
                        };
                    };
                };
            };
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 412: components["responses"]["Aborted"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getReferencePage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page without scripts. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><title>Reference</title> */
                    readonly "text/html": string;
                };
            };
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "alloc": 1,
                     *         "heap_alloc": 1,
                     *         "heap_idle": 1,
                     *         "heap_inuse": 1,
                     *         "heap_sys": 1,
                     *         "pause_total_ns": 1,
                     *         "stack_inuse": 1,
                     *         "sys": 1,
                     *         "total_alloc": 1,
                     *         "num_gc": 0,
                     *         "num_cpu": 0,
                     *         "num_goroutine": 0,
                     *         "fileprocStatusCheckLatencyMS": 0,
                     *         "parkedJobs": 0,
                     *         "go_version": "",
                     *         "uptime": "",
                     *         "last_gc": "2026-10-06T12:00:00.000Z",
                     *         "start_time": "2026-10-06T12:00:00.000Z",
                     *         "fileproc": {
                     *           "bornAt": "2026-10-06T12:00:00.000Z",
                     *           "goRoutines": 0,
                     *           "memory": {
                     *             "rss": "",
                     *             "vms": ""
                     *           },
                     *           "status": "ready"
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            /** @description Bytes in use: this runtime does not tell, always 1. */
                            readonly alloc: number;
                            readonly fileproc: {
                                /** @description Since when files are read: when the first of the processes that read them began; null where nothing tells. */
                                readonly bornAt: string | null;
                                /** @description Assets being processed, counted up to 1,000. */
                                readonly goRoutines: number;
                                /** @description Of the processes that read files, in bytes, 0 while none runs: they end when there is nothing to read; empty where nothing tells. */
                                readonly memory: {
                                    readonly rss: string;
                                    readonly vms: string;
                                };
                                /** @description `idle` or `busy`, as the processes that read files are; `disk_full` while changes are refused because the disk is nearly full; empty where nothing tells. */
                                readonly status: string;
                            };
                            /** @description Milliseconds that asking for the state of processing took. */
                            readonly fileprocStatusCheckLatencyMS: number;
                            /** @description There is none: empty. */
                            readonly go_version: string;
                            /** @description Heap bytes in use: this runtime does not tell, always 1. */
                            readonly heap_alloc: number;
                            /** @description Idle heap bytes: this runtime does not tell, always 1. */
                            readonly heap_idle: number;
                            /** @description Heap bytes in spans: this runtime does not tell, always 1. */
                            readonly heap_inuse: number;
                            /** @description Heap bytes from the system: this runtime does not tell, always 1. */
                            readonly heap_sys: number;
                            /** @description This runtime does not tell: null. */
                            readonly last_gc: string | null;
                            /** @description Threads that run this isolate: always 1. */
                            readonly num_cpu: number;
                            /** @description Garbage collections: this runtime does not tell, always 0. */
                            readonly num_gc: number;
                            /** @description Assets being processed, counted up to 1,000. */
                            readonly num_goroutine: number;
                            /** @description Jobs that failed too often and wait for `POST /ops/jobs/release`, counted up to 1,000. */
                            readonly parkedJobs: number;
                            /** @description Nanoseconds in garbage collection: this runtime does not tell, always 1. */
                            readonly pause_total_ns: number;
                            /** @description Stack bytes: this runtime does not tell, always 1. */
                            readonly stack_inuse: number;
                            /** @description When the service was started; null on Cloudflare, which does not tell. */
                            readonly start_time: string | null;
                            /** @description Bytes from the system: this runtime does not tell, always 1. */
                            readonly sys: number;
                            /** @description Bytes ever allocated: this runtime does not tell, always 1. */
                            readonly total_alloc: number;
                            /** @description How long the service has run, such as 93s; empty on Cloudflare, which does not tell. */
                            readonly uptime: string;
                        };
                    };
                };
            };
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly validateIdentifiers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "AssetColAssocStringID": "assetcol_01h455vb4pex5vsknk084sn02q",
                 *       "AssetReferenceStringID": "assetref_01h455vb4pex5vsknk084sn02q",
                 *       "AssetStringID": "asset_01h455vb4pex5vsknk084sn02q",
                 *       "ChunkStringID": "chunk_01h455vb4pex5vsknk084sn02q",
                 *       "CitationStringID": "cite_01h455vb4pex5vsknk084sn02q",
                 *       "CollectionReferenceStringID": "colref_01h455vb4pex5vsknk084sn02q",
                 *       "CollectionStringID": "col_01h455vb4pex5vsknk084sn02q",
                 *       "DeviceStringID": "device_01h455vb4pex5vsknk084sn02q",
                 *       "DiagnosticStringID": "diag_01h455vb4pex5vsknk084sn02q",
                 *       "DirectoryStringID": "dir_01h455vb4pex5vsknk084sn02q",
                 *       "EventStringID": "event_01h455vb4pex5vsknk084sn02q",
                 *       "HistoryStringID": "hist_01h455vb4pex5vsknk084sn02q",
                 *       "InteractionStringID": "inter_01h455vb4pex5vsknk084sn02q",
                 *       "JobStringID": "job_01h455vb4pex5vsknk084sn02q",
                 *       "KeywordStringID": "kw_01h455vb4pex5vsknk084sn02q",
                 *       "MessageStepStringID": "msgstep_01h455vb4pex5vsknk084sn02q",
                 *       "MessageStringID": "msg_01h455vb4pex5vsknk084sn02q",
                 *       "OperationStringID": "op_01h455vb4pex5vsknk084sn02q",
                 *       "OrganizationStringID": "org_01h455vb4pex5vsknk084sn02q",
                 *       "PermissionStringID": "perm_01h455vb4pex5vsknk084sn02q",
                 *       "ProjectStringID": "project_01h455vb4pex5vsknk084sn02q",
                 *       "RequestStringID": "req_01h455vb4pex5vsknk084sn02q",
                 *       "SkuStringID": "sku_01h455vb4pex5vsknk084sn02q",
                 *       "StepStringID": "step_01h455vb4pex5vsknk084sn02q",
                 *       "TagStringID": "tag_01h455vb4pex5vsknk084sn02q",
                 *       "TeamStringID": "team_01h455vb4pex5vsknk084sn02q",
                 *       "ThreadColAssocStringID": "threadcol_01h455vb4pex5vsknk084sn02q",
                 *       "ThreadStringID": "thread_01h455vb4pex5vsknk084sn02q",
                 *       "TokenStringID": "token_01h455vb4pex5vsknk084sn02q",
                 *       "UserStringID": "user_01h455vb4pex5vsknk084sn02q"
                 *     }
                 */
                readonly "application/json": {
                    /** @example assetcol_01h455vb4pex5vsknk084sn02q */
                    readonly AssetColAssocStringID: string;
                    /** @example assetref_01h455vb4pex5vsknk084sn02q */
                    readonly AssetReferenceStringID: string;
                    /** @example asset_01h455vb4pex5vsknk084sn02q */
                    readonly AssetStringID: string;
                    /** @example chunk_01h455vb4pex5vsknk084sn02q */
                    readonly ChunkStringID: string;
                    /** @example cite_01h455vb4pex5vsknk084sn02q */
                    readonly CitationStringID: string;
                    /** @example colref_01h455vb4pex5vsknk084sn02q */
                    readonly CollectionReferenceStringID: string;
                    /** @example col_01h455vb4pex5vsknk084sn02q */
                    readonly CollectionStringID: string;
                    /** @example device_01h455vb4pex5vsknk084sn02q */
                    readonly DeviceStringID: string;
                    /** @example diag_01h455vb4pex5vsknk084sn02q */
                    readonly DiagnosticStringID: string;
                    /** @example dir_01h455vb4pex5vsknk084sn02q */
                    readonly DirectoryStringID: string;
                    /** @example event_01h455vb4pex5vsknk084sn02q */
                    readonly EventStringID: string;
                    /** @example hist_01h455vb4pex5vsknk084sn02q */
                    readonly HistoryStringID: string;
                    /** @example inter_01h455vb4pex5vsknk084sn02q */
                    readonly InteractionStringID: string;
                    /** @example job_01h455vb4pex5vsknk084sn02q */
                    readonly JobStringID: string;
                    /** @example kw_01h455vb4pex5vsknk084sn02q */
                    readonly KeywordStringID: string;
                    /** @example msgstep_01h455vb4pex5vsknk084sn02q */
                    readonly MessageStepStringID: string;
                    /** @example msg_01h455vb4pex5vsknk084sn02q */
                    readonly MessageStringID: string;
                    /** @example op_01h455vb4pex5vsknk084sn02q */
                    readonly OperationStringID: string;
                    /** @example org_01h455vb4pex5vsknk084sn02q */
                    readonly OrganizationStringID: string;
                    /** @example perm_01h455vb4pex5vsknk084sn02q */
                    readonly PermissionStringID: string;
                    /** @example project_01h455vb4pex5vsknk084sn02q */
                    readonly ProjectStringID: string;
                    /** @example req_01h455vb4pex5vsknk084sn02q */
                    readonly RequestStringID: string;
                    /** @example sku_01h455vb4pex5vsknk084sn02q */
                    readonly SkuStringID: string;
                    /** @example step_01h455vb4pex5vsknk084sn02q */
                    readonly StepStringID: string;
                    /** @example tag_01h455vb4pex5vsknk084sn02q */
                    readonly TagStringID: string;
                    /** @example team_01h455vb4pex5vsknk084sn02q */
                    readonly TeamStringID: string;
                    /** @example threadcol_01h455vb4pex5vsknk084sn02q */
                    readonly ThreadColAssocStringID: string;
                    /** @example thread_01h455vb4pex5vsknk084sn02q */
                    readonly ThreadStringID: string;
                    /** @example token_01h455vb4pex5vsknk084sn02q */
                    readonly TokenStringID: string;
                    /** @example user_01h455vb4pex5vsknk084sn02q */
                    readonly UserStringID: string;
                };
            };
        };
        readonly responses: {
            /** @description Done; without the envelope. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "Attribution": {
                     *         "OrganizationID": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "ProxiedBy": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "TenantID": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ]
                     *       },
                     *       "DisplayName": "",
                     *       "Email": "",
                     *       "ExternalAuthID": "",
                     *       "ExternalAuthSystem": "",
                     *       "HasCustomClaims": true,
                     *       "ID": [
                     *         1,
                     *         137,
                     *         10,
                     *         93,
                     *         172,
                     *         150,
                     *         119,
                     *         75,
                     *         188,
                     *         206,
                     *         179,
                     *         2,
                     *         9,
                     *         154,
                     *         128,
                     *         87
                     *       ],
                     *       "IdentityToken": "",
                     *       "IsEmailVerified": true,
                     *       "PictureURL": ""
                     *     }
                     */
                    readonly "application/json": {
                        readonly Attribution: {
                            readonly OrganizationID: components["schemas"]["IdentifierBytes"];
                            readonly ProxiedBy: components["schemas"]["IdentifierBytes"];
                            readonly TenantID: components["schemas"]["IdentifierBytes"];
                        };
                        readonly DisplayName: string;
                        readonly Email: string;
                        readonly ExternalAuthID: string;
                        readonly ExternalAuthSystem: string;
                        readonly HasCustomClaims: boolean;
                        readonly ID: components["schemas"]["IdentifierBytes"];
                        readonly IdentityToken: string;
                        readonly IsEmailVerified: boolean;
                        readonly PictureURL: string;
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly describeRecords: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "AccessRecord": {
                     *           "accessType": "member",
                     *           "actions": [
                     *             "read"
                     *           ],
                     *           "collection_id": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "collectionLabel": "",
                     *           "collectionDescription": "",
                     *           "collectionPath": [
                     *             [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           ],
                     *           "email": "ada@example.com",
                     *           "pictureURL": "",
                     *           "sortableName": "",
                     *           "publicToken": "",
                     *           "token": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "tokenGrantedBy": "",
                     *           "tokenIssuedAt": "2026-10-06T12:00:00.000Z",
                     *           "user_id": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         },
                     *         "Asset": {
                     *           "chunkingStrategy": "",
                     *           "extractionStrategy": "",
                     *           "keywordStrategy": "",
                     *           "summaryStrategy": "",
                     *           "workerStrategy": "",
                     *           "collectionIds": [
                     *             [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           ],
                     *           "contentType": "application/pdf",
                     *           "displayName": "paper.pdf",
                     *           "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *           "failureReason": "",
                     *           "originalFileName": "paper.pdf",
                     *           "processingErrMessage": "",
                     *           "processingMessage": "",
                     *           "signedURL": "https://knowledge.example.com/v1/assets/asset_01h455vb4pex5vsknk084sn02q/content?token=1.eyJ",
                     *           "summary": "",
                     *           "lifecycleState": "ready",
                     *           "embeddings": [
                     *             {
                     *               "model": "",
                     *               "state": "pending"
                     *             }
                     *           ],
                     *           "fileSize": 182044,
                     *           "textTokens": 9120,
                     *           "htmlArtifactTokenCount": 0,
                     *           "keywordsTokenCount": 0,
                     *           "markdownTokenCount": 0,
                     *           "summaryTokenCount": 0,
                     *           "transcriptionTokenCount": 0,
                     *           "version": 3,
                     *           "id": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "organizationId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "tenantId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "keywords": [],
                     *           "lifecyclesCompleted": [],
                     *           "producedEmbeddings": true,
                     *           "producedHTMLArtifact": true,
                     *           "producedKeywords": true,
                     *           "producedMarkdownArtifact": true,
                     *           "producedSummary": true,
                     *           "producedTranscriptionArtifact": true,
                     *           "references": [
                     *             {
                     *               "referenceId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "referencedBy": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "referencedFor": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "referencedAt": "2026-10-06T12:00:00.000Z",
                     *               "vendor": "",
                     *               "vendorIdentifier": ""
                     *             }
                     *           ],
                     *           "metadata": {
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "createdBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "deletedAt": null,
                     *             "deletedBy": null,
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "lastReadyAt": "2026-10-06T12:00:00.000Z",
                     *             "lastReferencedAt": "2026-10-06T12:00:00.000Z",
                     *             "uploadedAt": "2026-10-06T12:00:00.000Z",
                     *             "embeddings": {
                     *               "completedAt": "2026-10-06T12:00:00.000Z",
                     *               "failedAt": "2026-10-06T12:00:00.000Z",
                     *               "occurredAt": "2026-10-06T12:00:00.000Z",
                     *               "startAt": "2026-10-06T12:00:00.000Z",
                     *               "count": 0,
                     *               "failedReason": "",
                     *               "message": "Done.",
                     *               "statusCode": 0,
                     *               "step": "embeddings"
                     *             },
                     *             "extract": {
                     *               "completedAt": "2026-10-06T12:00:00.000Z",
                     *               "failedAt": "2026-10-06T12:00:00.000Z",
                     *               "occurredAt": "2026-10-06T12:00:00.000Z",
                     *               "startAt": "2026-10-06T12:00:00.000Z",
                     *               "count": 0,
                     *               "failedReason": "",
                     *               "message": "Done.",
                     *               "statusCode": 0,
                     *               "step": "embeddings"
                     *             },
                     *             "processing": {
                     *               "completedAt": "2026-10-06T12:00:00.000Z",
                     *               "failedAt": "2026-10-06T12:00:00.000Z",
                     *               "occurredAt": "2026-10-06T12:00:00.000Z",
                     *               "startAt": "2026-10-06T12:00:00.000Z",
                     *               "count": 0,
                     *               "failedReason": "",
                     *               "message": "Done.",
                     *               "statusCode": 0,
                     *               "step": "embeddings"
                     *             },
                     *             "summarize": {
                     *               "completedAt": "2026-10-06T12:00:00.000Z",
                     *               "failedAt": "2026-10-06T12:00:00.000Z",
                     *               "occurredAt": "2026-10-06T12:00:00.000Z",
                     *               "startAt": "2026-10-06T12:00:00.000Z",
                     *               "count": 0,
                     *               "failedReason": "",
                     *               "message": "Done.",
                     *               "statusCode": 0,
                     *               "step": "embeddings"
                     *             },
                     *             "transcribe": {
                     *               "completedAt": "2026-10-06T12:00:00.000Z",
                     *               "failedAt": "2026-10-06T12:00:00.000Z",
                     *               "occurredAt": "2026-10-06T12:00:00.000Z",
                     *               "startAt": "2026-10-06T12:00:00.000Z",
                     *               "count": 0,
                     *               "failedReason": "",
                     *               "message": "Done.",
                     *               "statusCode": 0,
                     *               "step": "embeddings"
                     *             }
                     *           }
                     *         },
                     *         "AssetSummary": {
                     *           "contentType": "application/pdf",
                     *           "displayName": "paper.pdf",
                     *           "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *           "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *           "lifecycleState": "ready",
                     *           "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *           "originalFilename": "paper.pdf",
                     *           "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *           "summary": "",
                     *           "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *           "userDisplayName": "Ada",
                     *           "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "deletedAt": {
                     *             "Time": "0001-01-01T00:00:00Z",
                     *             "Valid": false
                     *           },
                     *           "processingFailureReason": {
                     *             "String": "",
                     *             "Valid": false
                     *           },
                     *           "processingStatusText": {
                     *             "String": "",
                     *             "Valid": false
                     *           },
                     *           "filesize": 182044,
                     *           "textTokens": 9120,
                     *           "version": 3
                     *         },
                     *         "BareCollection": {
                     *           "collectionKind": "root",
                     *           "description": "",
                     *           "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *           "icon": "",
                     *           "id": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "label": "Papers",
                     *           "lifecycleState": "active",
                     *           "organizationId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "tenantId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "path": [
                     *             [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           ],
                     *           "version": 3
                     *         },
                     *         "ClaimResult": {
                     *           "successfulGrants": [
                     *             [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           ],
                     *           "trees": [
                     *             {
                     *               "collection": {
                     *                 "collectionKind": "root",
                     *                 "description": "",
                     *                 "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                 "icon": "",
                     *                 "id": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "label": "Papers",
                     *                 "lifecycleState": "active",
                     *                 "organizationId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "tenantId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "path": [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ],
                     *                 "version": 3
                     *               },
                     *               "children": [
                     *                 {
                     *                   "collection": {
                     *                     "collectionKind": "root",
                     *                     "description": "",
                     *                     "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                     "icon": "",
                     *                     "id": [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ],
                     *                     "label": "Papers",
                     *                     "lifecycleState": "active",
                     *                     "organizationId": [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ],
                     *                     "tenantId": [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ],
                     *                     "path": [],
                     *                     "version": 3
                     *                   },
                     *                   "children": [
                     *                     {
                     *                       "collection": {
                     *                         "collectionKind": "root",
                     *                         "description": "",
                     *                         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                         "icon": "",
                     *                         "id": [
                     *                           1,
                     *                           137,
                     *                           10,
                     *                           93,
                     *                           172,
                     *                           150,
                     *                           119,
                     *                           75,
                     *                           188,
                     *                           206,
                     *                           179,
                     *                           2,
                     *                           9,
                     *                           154,
                     *                           128,
                     *                           87
                     *                         ],
                     *                         "label": "Papers",
                     *                         "lifecycleState": "active",
                     *                         "organizationId": [
                     *                           1,
                     *                           137,
                     *                           10,
                     *                           93,
                     *                           172,
                     *                           150,
                     *                           119,
                     *                           75,
                     *                           188,
                     *                           206,
                     *                           179,
                     *                           2,
                     *                           9,
                     *                           154,
                     *                           128,
                     *                           87
                     *                         ],
                     *                         "tenantId": [
                     *                           1,
                     *                           137,
                     *                           10,
                     *                           93,
                     *                           172,
                     *                           150,
                     *                           119,
                     *                           75,
                     *                           188,
                     *                           206,
                     *                           179,
                     *                           2,
                     *                           9,
                     *                           154,
                     *                           128,
                     *                           87
                     *                         ],
                     *                         "path": [],
                     *                         "version": 3
                     *                       },
                     *                       "children": []
                     *                     }
                     *                   ]
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "collectionTreeTruncated": true,
                     *           "unsuccessfulGrants": [
                     *             {
                     *               "collectionId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "failureReason": "",
                     *               "granted": true
                     *             }
                     *           ]
                     *         },
                     *         "Collection": {
                     *           "collectionKind": "root",
                     *           "description": "",
                     *           "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *           "icon": "",
                     *           "id": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "label": "Papers",
                     *           "lifecycleState": "active",
                     *           "organizationId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "tenantId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "path": [
                     *             [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           ],
                     *           "version": 3,
                     *           "metadata": {
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "createdBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "deletedAt": null,
                     *             "deletedBy": null,
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           }
                     *         },
                     *         "CollectionTreeNode": {
                     *           "collection": {
                     *             "collectionKind": "root",
                     *             "description": "",
                     *             "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *             "icon": "",
                     *             "id": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "label": "Papers",
                     *             "lifecycleState": "active",
                     *             "organizationId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "tenantId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "path": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "version": 3
                     *           },
                     *           "children": [
                     *             {
                     *               "collection": {
                     *                 "collectionKind": "root",
                     *                 "description": "",
                     *                 "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                 "icon": "",
                     *                 "id": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "label": "Papers",
                     *                 "lifecycleState": "active",
                     *                 "organizationId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "tenantId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "path": [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ],
                     *                 "version": 3
                     *               },
                     *               "children": [
                     *                 {
                     *                   "collection": {
                     *                     "collectionKind": "root",
                     *                     "description": "",
                     *                     "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                     "icon": "",
                     *                     "id": [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ],
                     *                     "label": "Papers",
                     *                     "lifecycleState": "active",
                     *                     "organizationId": [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ],
                     *                     "tenantId": [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ],
                     *                     "path": [],
                     *                     "version": 3
                     *                   },
                     *                   "children": [
                     *                     {
                     *                       "collection": {
                     *                         "collectionKind": "root",
                     *                         "description": "",
                     *                         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                         "icon": "",
                     *                         "id": [
                     *                           1,
                     *                           137,
                     *                           10,
                     *                           93,
                     *                           172,
                     *                           150,
                     *                           119,
                     *                           75,
                     *                           188,
                     *                           206,
                     *                           179,
                     *                           2,
                     *                           9,
                     *                           154,
                     *                           128,
                     *                           87
                     *                         ],
                     *                         "label": "Papers",
                     *                         "lifecycleState": "active",
                     *                         "organizationId": [
                     *                           1,
                     *                           137,
                     *                           10,
                     *                           93,
                     *                           172,
                     *                           150,
                     *                           119,
                     *                           75,
                     *                           188,
                     *                           206,
                     *                           179,
                     *                           2,
                     *                           9,
                     *                           154,
                     *                           128,
                     *                           87
                     *                         ],
                     *                         "tenantId": [
                     *                           1,
                     *                           137,
                     *                           10,
                     *                           93,
                     *                           172,
                     *                           150,
                     *                           119,
                     *                           75,
                     *                           188,
                     *                           206,
                     *                           179,
                     *                           2,
                     *                           9,
                     *                           154,
                     *                           128,
                     *                           87
                     *                         ],
                     *                         "path": [],
                     *                         "version": 3
                     *                       },
                     *                       "children": []
                     *                     }
                     *                   ]
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         },
                     *         "DeletionReceipt": {
                     *           "deletionId": "",
                     *           "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *           "requestedBy": "user_01h455vb4pex5vsknk084sn02q",
                     *           "requestedAt": "2026-10-06T12:00:00.000Z",
                     *           "finishedAt": "2026-10-06T12:00:00.000Z",
                     *           "collectionIds": [
                     *             "col_01h455vb4pex5vsknk084sn02q"
                     *           ],
                     *           "goes": {
                     *             "collections": 0,
                     *             "threads": 0,
                     *             "assets": 0
                     *           },
                     *           "stays": {
                     *             "assets": 0
                     *           },
                     *           "removed": {
                     *             "collections": {
                     *               "records": 0,
                     *               "left": 0,
                     *               "d1": 0,
                     *               "r2": 0,
                     *               "index": 0,
                     *               "rooms": 0
                     *             },
                     *             "threads": {
                     *               "records": 0,
                     *               "left": 0,
                     *               "d1": 0,
                     *               "r2": 0,
                     *               "index": 0,
                     *               "rooms": 0
                     *             },
                     *             "assets": {
                     *               "records": 0,
                     *               "left": 0,
                     *               "d1": 0,
                     *               "r2": 0,
                     *               "index": 0,
                     *               "rooms": 0
                     *             }
                     *           }
                     *         },
                     *         "HealResult": {
                     *           "CountAttempted": 0,
                     *           "CountHealed": 0,
                     *           "TotalRecords": 0,
                     *           "Errors": [],
                     *           "Processed": []
                     *         },
                     *         "ListedAsset": {
                     *           "actions": [
                     *             "read"
                     *           ],
                     *           "collectionIds": [
                     *             [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           ],
                     *           "flags": [
                     *             []
                     *           ],
                     *           "data": {
                     *             "contentType": "application/pdf",
                     *             "displayName": "paper.pdf",
                     *             "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *             "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *             "lifecycleState": "ready",
                     *             "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *             "originalFilename": "paper.pdf",
                     *             "processingFailureReason": "",
                     *             "processingStatusText": "",
                     *             "signedSourceURL": "",
                     *             "summary": "",
                     *             "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *             "userDisplayName": "Ada",
                     *             "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *             "deletedAt": null,
                     *             "filesize": 182044,
                     *             "textTokens": 9120,
                     *             "version": 3
                     *           }
                     *         },
                     *         "ListedThread": {
                     *           "actions": [
                     *             "read"
                     *           ],
                     *           "collectionIds": [
                     *             [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           ],
                     *           "flags": [
                     *             []
                     *           ],
                     *           "data": {
                     *             "threadId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "createdBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "organizationId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "tenantId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "label": "Papers",
                     *             "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *             "lifecycleState": "active",
                     *             "messageCount": 0,
                     *             "version": 3,
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z"
                     *           }
                     *         },
                     *         "MergeResult": {
                     *           "assets": {
                     *             "assets": [],
                     *             "recent": [],
                     *             "references": []
                     *           },
                     *           "collectionPaths": [
                     *             {
                     *               "collection_id": "",
                     *               "new_path": "",
                     *               "old_path": ""
                     *             }
                     *           ],
                     *           "collections": [
                     *             {
                     *               "created_by": "",
                     *               "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *               "last_asset_by": "",
                     *               "last_chat_by": ""
                     *             }
                     *           ],
                     *           "joinTables": {
                     *             "assets_to_col": [
                     *               {
                     *                 "created_by": "",
                     *                 "deleted_by": "",
                     *                 "join_id": "",
                     *                 "modified_by": ""
                     *               }
                     *             ],
                     *             "threads_to_col": [
                     *               {
                     *                 "created_by": "",
                     *                 "deleted_by": "",
                     *                 "join_id": "",
                     *                 "modified_by": ""
                     *               }
                     *             ]
                     *           },
                     *           "permissions": {
                     *             "deleted": [
                     *               {
                     *                 "action": "",
                     *                 "collection_id": "",
                     *                 "user_id": ""
                     *               }
                     *             ],
                     *             "updated": [
                     *               {
                     *                 "action": "",
                     *                 "collection_id": "",
                     *                 "created_by": "",
                     *                 "user_id": ""
                     *               }
                     *             ]
                     *           },
                     *           "teams": [
                     *             {
                     *               "created_by": "",
                     *               "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *               "modified_by": ""
                     *             }
                     *           ],
                     *           "threads": {
                     *             "recent": [],
                     *             "threads": []
                     *           },
                     *           "tokens": [
                     *             {
                     *               "token": ""
                     *             }
                     *           ],
                     *           "workingContext": [
                     *             {
                     *               "organization_id": "",
                     *               "tenant_id": "",
                     *               "user_id": ""
                     *             }
                     *           ]
                     *         },
                     *         "Message": {
                     *           "content": "The paper concludes that engines can be analytical. [1]",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "id": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "inReplyTo": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "isComplete": true,
                     *           "kind": "promptV2",
                     *           "metadata": {
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "createdBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "deletedAt": null,
                     *             "deletedBy": null,
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           },
                     *           "recipients": [],
                     *           "textSuggestions": [],
                     *           "threadId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "transformationQueue": [],
                     *           "transformations": [],
                     *           "version": 3,
                     *           "worldKnowledge": false
                     *         },
                     *         "Metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         },
                     *         "Pagination": {
                     *           "count": 0,
                     *           "currentPage": 0,
                     *           "limit": 0,
                     *           "offset": 0,
                     *           "totalPages": 0,
                     *           "firstRecordOnPage": "",
                     *           "lastRecordOnPage": "",
                     *           "hasNextPage": true,
                     *           "hasPreviousPage": true
                     *         },
                     *         "Scope": {
                     *           "assetIDs": [
                     *             [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           ],
                     *           "collectionIDs": [
                     *             [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           ],
                     *           "mentions": {
                     *             "assets": [
                     *               [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ]
                     *             ],
                     *             "collections": [
                     *               [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ]
                     *             ]
                     *           },
                     *           "worldKnowledge": false
                     *         },
                     *         "ServiceStatus": {
                     *           "alloc": 1,
                     *           "heap_alloc": 1,
                     *           "heap_idle": 1,
                     *           "heap_inuse": 1,
                     *           "heap_sys": 1,
                     *           "pause_total_ns": 1,
                     *           "stack_inuse": 1,
                     *           "sys": 1,
                     *           "total_alloc": 1,
                     *           "num_gc": 0,
                     *           "num_cpu": 0,
                     *           "num_goroutine": 0,
                     *           "fileprocStatusCheckLatencyMS": 0,
                     *           "parkedJobs": 0,
                     *           "go_version": "",
                     *           "uptime": "",
                     *           "last_gc": "2026-10-06T12:00:00.000Z",
                     *           "start_time": "2026-10-06T12:00:00.000Z",
                     *           "fileproc": {
                     *             "bornAt": "2026-10-06T12:00:00.000Z",
                     *             "goRoutines": 0,
                     *             "memory": {
                     *               "rss": "",
                     *               "vms": ""
                     *             },
                     *             "status": "ready"
                     *           }
                     *         },
                     *         "ShareResult": {
                     *           "existingUsers": [
                     *             {
                     *               "createdAt": "2026-10-06T12:00:00.000Z",
                     *               "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *               "displayName": "paper.pdf",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "id": "user_01h455vb4pex5vsknk084sn02q",
                     *               "lifecycleState": "ready",
                     *               "pictureUrl": "",
                     *               "primaryEmail": "",
                     *               "potentialScore": 0,
                     *               "version": 3
                     *             }
                     *           ],
                     *           "newUsers": [
                     *             {
                     *               "grants": [
                     *                 {
                     *                   "action": "read",
                     *                   "collectionId": [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 }
                     *               ],
                     *               "inviteeEmail": "",
                     *               "issuedAt": "2026-10-06T12:00:00.000Z",
                     *               "issuedByDisplayName": "",
                     *               "issuedByUserId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "organizationId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "tenantId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "token": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "publicToken": ""
                     *             }
                     *           ]
                     *         },
                     *         "ShareToken": {
                     *           "messageId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "sharedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "tokenId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "publicToken": "",
                     *           "shareMethod": "",
                     *           "sharedAt": "2026-10-06T12:00:00.000Z",
                     *           "sharedByDisplayName": "",
                     *           "sharedToEmails": []
                     *         },
                     *         "Thread": {
                     *           "activeAssets": [
                     *             {
                     *               "contentType": "application/pdf",
                     *               "displayName": "paper.pdf",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *               "lifecycleState": "ready",
                     *               "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *               "originalFilename": "paper.pdf",
                     *               "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *               "summary": "",
                     *               "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *               "userDisplayName": "Ada",
                     *               "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *               "createdAt": "2026-10-06T12:00:00.000Z",
                     *               "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *               "deletedAt": {
                     *                 "Time": "0001-01-01T00:00:00Z",
                     *                 "Valid": false
                     *               },
                     *               "processingFailureReason": {
                     *                 "String": "",
                     *                 "Valid": false
                     *               },
                     *               "processingStatusText": {
                     *                 "String": "",
                     *                 "Valid": false
                     *               },
                     *               "filesize": 182044,
                     *               "textTokens": 9120,
                     *               "version": 3
                     *             }
                     *           ],
                     *           "collectionIDs": [
                     *             [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           ],
                     *           "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *           "label": "Papers",
                     *           "lifecycleState": "active",
                     *           "knowledgeProvenance": {
                     *             "assetRef": {
                     *               "asset_01h455vb4pex5vsknk084sn02q": {
                     *                 "contentType": "application/pdf",
                     *                 "displayName": "paper.pdf",
                     *                 "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                 "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *                 "lifecycleState": "ready",
                     *                 "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *                 "originalFilename": "paper.pdf",
                     *                 "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *                 "summary": "",
                     *                 "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *                 "userDisplayName": "Ada",
                     *                 "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *                 "createdAt": "2026-10-06T12:00:00.000Z",
                     *                 "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *                 "deletedAt": {
                     *                   "Time": "0001-01-01T00:00:00Z",
                     *                   "Valid": false
                     *                 },
                     *                 "processingFailureReason": {
                     *                   "String": "",
                     *                   "Valid": false
                     *                 },
                     *                 "processingStatusText": {
                     *                   "String": "",
                     *                   "Valid": false
                     *                 },
                     *                 "filesize": 182044,
                     *                 "textTokens": 9120,
                     *                 "version": 3
                     *               }
                     *             },
                     *             "citations": {
                     *               "cite_01h455vb4pex5vsknk084sn02q": {
                     *                 "assetId": "asset_01h455vb4pex5vsknk084sn02q",
                     *                 "chunkId": "chunk_01h455vb4pex5vsknk084sn02q",
                     *                 "messageId": "msg_01h455vb4pex5vsknk084sn02q",
                     *                 "ordinal": 1,
                     *                 "quote": "engines can be analytical",
                     *                 "start": 0,
                     *                 "end": 25,
                     *                 "page": 3,
                     *                 "locator": {
                     *                   "kind": "page",
                     *                   "page": 3
                     *                 },
                     *                 "version": ""
                     *               }
                     *             },
                     *             "collectionRef": {
                     *               "col_01h455vb4pex5vsknk084sn02q": {
                     *                 "collectionKind": "root",
                     *                 "description": "",
                     *                 "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                 "icon": "",
                     *                 "id": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "label": "Papers",
                     *                 "lifecycleState": "active",
                     *                 "organizationId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "tenantId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "path": [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ],
                     *                 "version": 3
                     *               }
                     *             },
                     *             "inScope": {
                     *               "assetIDs": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "collectionIDs": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "mentions": {
                     *                 "assets": [
                     *                   [
                     *                     [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ]
                     *                   ]
                     *                 ],
                     *                 "collections": [
                     *                   [
                     *                     [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ]
                     *                   ]
                     *                 ]
                     *               },
                     *               "worldKnowledge": false
                     *             },
                     *             "pendingAssets": 0
                     *           },
                     *           "messages": [
                     *             {
                     *               "content": "The paper concludes that engines can be analytical. [1]",
                     *               "createdBy": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "id": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "inReplyTo": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "isComplete": true,
                     *               "kind": "promptV2",
                     *               "metadata": {
                     *                 "createdAt": "2026-10-06T12:00:00.000Z",
                     *                 "createdBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "deletedAt": null,
                     *                 "deletedBy": null,
                     *                 "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *                 "modifiedBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               },
                     *               "recipients": [],
                     *               "textSuggestions": [],
                     *               "threadId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "transformationQueue": [],
                     *               "transformations": [],
                     *               "version": 3,
                     *               "worldKnowledge": false
                     *             }
                     *           ],
                     *           "metadata": {
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "createdBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "deletedAt": null,
                     *             "deletedBy": null,
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           },
                     *           "organizationId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "tenantId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "threadId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "permanentShareToken": [
                     *             {
                     *               "messageId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "sharedBy": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "tokenId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "publicToken": "",
                     *               "shareMethod": "",
                     *               "sharedAt": "2026-10-06T12:00:00.000Z",
                     *               "sharedByDisplayName": "",
                     *               "sharedToEmails": []
                     *             }
                     *           ],
                     *           "version": 3
                     *         },
                     *         "User": {
                     *           "address": [
                     *             {
                     *               "city": "",
                     *               "country": "",
                     *               "countryCode": "",
                     *               "extendedAddress": "",
                     *               "formatted": "",
                     *               "metadata": {
                     *                 "createdAt": "2026-10-06T12:00:00.000Z",
                     *                 "createdBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "deletedAt": null,
                     *                 "deletedBy": null,
                     *                 "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *                 "modifiedBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               },
                     *               "poBox": "",
                     *               "postalCode": "",
                     *               "region": "",
                     *               "streetAddress": "",
                     *               "type": ""
                     *             }
                     *           ],
                     *           "authDisplayName": "",
                     *           "authPictureURL": "",
                     *           "displayName": "paper.pdf",
                     *           "email": "ada@example.com",
                     *           "familyName": "",
                     *           "givenName": "",
                     *           "locale": "en",
                     *           "phoneticName": "",
                     *           "pictureURL": "",
                     *           "slug": "",
                     *           "lifecycleState": "active",
                     *           "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *           "emails": [
                     *             {
                     *               "email": "ada@example.com",
                     *               "type": "",
                     *               "verifiedAt": "2026-10-06T12:00:00.000Z"
                     *             }
                     *           ],
                     *           "externalIdentifiers": [
                     *             {
                     *               "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *               "label": "Papers",
                     *               "metadata": {
                     *                 "createdAt": "2026-10-06T12:00:00.000Z",
                     *                 "createdBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "deletedAt": null,
                     *                 "deletedBy": null,
                     *                 "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *                 "modifiedBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               }
                     *             }
                     *           ],
                     *           "id": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "maintenanceActivities": [
                     *             {
                     *               "activity": "",
                     *               "applied_at": "2026-10-06T12:00:00.000Z"
                     *             }
                     *           ],
                     *           "markedForAbuseAt": null,
                     *           "markedForAbuseBy": null,
                     *           "metadata": {
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "createdBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "deletedAt": null,
                     *             "deletedBy": null,
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "markedForAbuseAt": null,
                     *             "markedForAbuseBy": null
                     *           },
                     *           "organizations": [
                     *             {
                     *               "costCenter": "",
                     *               "department": "",
                     *               "occupation": "",
                     *               "title": "",
                     *               "metadata": {
                     *                 "createdAt": "2026-10-06T12:00:00.000Z",
                     *                 "createdBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "deletedAt": null,
                     *                 "deletedBy": null,
                     *                 "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *                 "modifiedBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               },
                     *               "organizationId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "tenantId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             }
                     *           ],
                     *           "potentialScore": 0,
                     *           "version": 3
                     *         },
                     *         "WorkingContext": {
                     *           "CollectionTree": [
                     *             {
                     *               "collection": {
                     *                 "collectionKind": "root",
                     *                 "description": "",
                     *                 "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                 "icon": "",
                     *                 "id": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "label": "Papers",
                     *                 "lifecycleState": "active",
                     *                 "organizationId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "tenantId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "path": [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ],
                     *                 "version": 3
                     *               },
                     *               "children": [
                     *                 {
                     *                   "collection": {
                     *                     "collectionKind": "root",
                     *                     "description": "",
                     *                     "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                     "icon": "",
                     *                     "id": [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ],
                     *                     "label": "Papers",
                     *                     "lifecycleState": "active",
                     *                     "organizationId": [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ],
                     *                     "tenantId": [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ],
                     *                     "path": [],
                     *                     "version": 3
                     *                   },
                     *                   "children": [
                     *                     {
                     *                       "collection": {
                     *                         "collectionKind": "root",
                     *                         "description": "",
                     *                         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                         "icon": "",
                     *                         "id": [
                     *                           1,
                     *                           137,
                     *                           10,
                     *                           93,
                     *                           172,
                     *                           150,
                     *                           119,
                     *                           75,
                     *                           188,
                     *                           206,
                     *                           179,
                     *                           2,
                     *                           9,
                     *                           154,
                     *                           128,
                     *                           87
                     *                         ],
                     *                         "label": "Papers",
                     *                         "lifecycleState": "active",
                     *                         "organizationId": [
                     *                           1,
                     *                           137,
                     *                           10,
                     *                           93,
                     *                           172,
                     *                           150,
                     *                           119,
                     *                           75,
                     *                           188,
                     *                           206,
                     *                           179,
                     *                           2,
                     *                           9,
                     *                           154,
                     *                           128,
                     *                           87
                     *                         ],
                     *                         "tenantId": [
                     *                           1,
                     *                           137,
                     *                           10,
                     *                           93,
                     *                           172,
                     *                           150,
                     *                           119,
                     *                           75,
                     *                           188,
                     *                           206,
                     *                           179,
                     *                           2,
                     *                           9,
                     *                           154,
                     *                           128,
                     *                           87
                     *                         ],
                     *                         "path": [],
                     *                         "version": 3
                     *                       },
                     *                       "children": []
                     *                     }
                     *                   ]
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "collectionTreeTruncated": true,
                     *           "organizationId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "tenantId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly AccessRecord: {
                                /** @enum {string} */
                                readonly accessType: "member" | "invitation" | "link";
                                readonly actions: readonly ("read" | "chat" | "write" | "share" | "own")[];
                                readonly collection_id: components["schemas"]["IdentifierBytes"];
                                readonly collectionDescription: string;
                                readonly collectionLabel: string;
                                readonly collectionPath: readonly components["schemas"]["IdentifierBytes"][];
                                /** @description A member's, unless whoever let them in knew only their id; that an invitation is for, to those who may manage it, else empty. */
                                readonly email: string;
                                readonly pictureURL: string;
                                readonly publicToken: string;
                                readonly sortableName: string;
                                readonly token: components["schemas"]["IdentifierBytes"] | null;
                                /** @description The inviter's display name. */
                                readonly tokenGrantedBy: string;
                                readonly tokenIssuedAt: string | null;
                                readonly user_id: components["schemas"]["IdentifierBytes"] | null;
                            };
                            readonly Asset: components["schemas"]["Asset"];
                            readonly AssetSummary: components["schemas"]["AssetSummary"];
                            readonly BareCollection: components["schemas"]["BareCollection"];
                            readonly ClaimResult: {
                                /**
                                 * @description Something was left out: `GET /v1/users/self/collection-tree` reads on.
                                 * @constant
                                 */
                                readonly collectionTreeTruncated?: true;
                                /** @description The collections on which the caller holds all that was promised. */
                                readonly successfulGrants: readonly components["schemas"]["IdentifierBytes"][];
                                /** @description What the caller may read of them, at most 1,000 nodes. */
                                readonly trees: readonly components["schemas"]["CollectionTreeNode"][];
                                readonly unsuccessfulGrants: readonly {
                                    readonly collectionId: components["schemas"]["IdentifierBytes"];
                                    readonly failureReason: string;
                                    /** @description Whether the caller holds a part of what was promised. */
                                    readonly granted: boolean;
                                }[];
                            };
                            readonly Collection: components["schemas"]["Collection"];
                            readonly CollectionTreeNode: components["schemas"]["CollectionTreeNode"];
                            readonly DeletionReceipt: {
                                readonly collectionIds: readonly string[];
                                readonly deletionId: string;
                                readonly finishedAt: string | null;
                                readonly goes: {
                                    readonly assets: number;
                                    readonly collections: number;
                                    readonly threads: number;
                                };
                                readonly organizationId: string;
                                readonly removed: {
                                    /** @description Records found and not removed yet; rows of D1, objects of R2, passages of the index and rooms that were removed. */
                                    readonly assets: {
                                        readonly d1: number;
                                        readonly index: number;
                                        readonly left: number;
                                        readonly r2: number;
                                        readonly records: number;
                                        readonly rooms: number;
                                    };
                                    /** @description Records found and not removed yet; rows of D1, objects of R2, passages of the index and rooms that were removed. */
                                    readonly collections: {
                                        readonly d1: number;
                                        readonly index: number;
                                        readonly left: number;
                                        readonly r2: number;
                                        readonly records: number;
                                        readonly rooms: number;
                                    };
                                    /** @description Records found and not removed yet; rows of D1, objects of R2, passages of the index and rooms that were removed. */
                                    readonly threads: {
                                        readonly d1: number;
                                        readonly index: number;
                                        readonly left: number;
                                        readonly r2: number;
                                        readonly records: number;
                                        readonly rooms: number;
                                    };
                                };
                                /** Format: date-time */
                                readonly requestedAt: string;
                                readonly requestedBy: string;
                                readonly stays: {
                                    readonly assets: number;
                                };
                            };
                            readonly HealResult: {
                                /** @description Users who needed it. */
                                readonly CountAttempted: number;
                                /** @description Users for whom it was done. */
                                readonly CountHealed: number;
                                readonly Errors: readonly string[];
                                /** @description The ids of the users who needed it. */
                                readonly Processed: readonly string[];
                                /** @description Users that this run looked at; the next run goes on behind them. */
                                readonly TotalRecords: number;
                            };
                            readonly ListedAsset: {
                                /** @description What the caller may do with it. */
                                readonly actions: readonly ("read" | "chat" | "write" | "share" | "own")[];
                                readonly collectionIds: readonly components["schemas"]["IdentifierBytes"][];
                                readonly data: {
                                    readonly contentType: string;
                                    /** Format: date-time */
                                    readonly createdAt: string;
                                    readonly deletedAt: string | null;
                                    readonly displayName: string;
                                    readonly etag: string;
                                    readonly filesize: number;
                                    readonly id: string;
                                    /** @enum {string} */
                                    readonly lifecycleState: "uploading" | "uploaded" | "processing" | "ready" | "failed" | "deleted";
                                    /** Format: date-time */
                                    readonly modifiedAt: string;
                                    readonly organizationId: string;
                                    readonly originalFilename: string;
                                    readonly processingFailureReason: string;
                                    readonly processingStatusText: string;
                                    /** @description Gives the source for up to 12 hours; "" while the bytes are not there. */
                                    readonly signedSourceURL: string;
                                    readonly summary: string;
                                    readonly tenantId: string;
                                    readonly textTokens: number;
                                    readonly userDisplayName: string;
                                    readonly userId: string;
                                    readonly version: number;
                                };
                                /** @description One list for each of `collectionIds`: the flags of that link. */
                                readonly flags: readonly (readonly string[])[];
                            };
                            readonly ListedThread: {
                                /** @description What the caller may do with it. */
                                readonly actions: readonly ("read" | "chat" | "write" | "share" | "own")[];
                                /** @description Its home first. */
                                readonly collectionIds: readonly components["schemas"]["IdentifierBytes"][];
                                readonly data: {
                                    /** Format: date-time */
                                    readonly createdAt: string;
                                    readonly createdBy: components["schemas"]["IdentifierBytes"];
                                    readonly etag: string;
                                    readonly label: string;
                                    /** @enum {string} */
                                    readonly lifecycleState: "active" | "deleted";
                                    readonly messageCount: number;
                                    /** Format: date-time */
                                    readonly modifiedAt: string;
                                    readonly organizationId: components["schemas"]["IdentifierBytes"];
                                    readonly tenantId: components["schemas"]["IdentifierBytes"];
                                    readonly threadId: components["schemas"]["IdentifierBytes"];
                                    readonly version: number;
                                };
                                /** @description One list for each of `collectionIds`: the flags of that link. */
                                readonly flags: readonly (readonly string[])[];
                            };
                            readonly MergeResult: {
                                readonly assets: {
                                    readonly assets: readonly string[];
                                    readonly recent: readonly string[];
                                    readonly references: readonly string[];
                                };
                                readonly collectionPaths: readonly {
                                    readonly collection_id: string;
                                    readonly new_path: string;
                                    readonly old_path: string;
                                }[];
                                readonly collections: readonly {
                                    readonly created_by: string;
                                    readonly id: string;
                                    readonly last_asset_by: string;
                                    readonly last_chat_by: string;
                                }[];
                                readonly joinTables: {
                                    readonly assets_to_col: readonly {
                                        readonly created_by: string;
                                        readonly deleted_by: string;
                                        readonly join_id: string;
                                        readonly modified_by: string;
                                    }[];
                                    readonly threads_to_col: readonly {
                                        readonly created_by: string;
                                        readonly deleted_by: string;
                                        readonly join_id: string;
                                        readonly modified_by: string;
                                    }[];
                                };
                                readonly permissions: {
                                    readonly deleted: readonly {
                                        readonly action: string;
                                        readonly collection_id: string;
                                        readonly user_id: string;
                                    }[];
                                    readonly updated: readonly {
                                        readonly action: string;
                                        readonly collection_id: string;
                                        readonly created_by: string;
                                        readonly user_id: string;
                                    }[];
                                };
                                readonly teams: readonly {
                                    readonly created_by: string;
                                    readonly id: string;
                                    readonly modified_by: string;
                                }[];
                                readonly threads: {
                                    readonly recent: readonly string[];
                                    readonly threads: readonly string[];
                                };
                                readonly tokens: readonly {
                                    readonly token: string;
                                }[];
                                readonly workingContext: readonly {
                                    readonly organization_id: string;
                                    readonly tenant_id: string;
                                    readonly user_id: string;
                                }[];
                            };
                            readonly Message: components["schemas"]["Message"];
                            readonly Metadata: components["schemas"]["Metadata"];
                            readonly Pagination: {
                                readonly count: number;
                                readonly currentPage: number;
                                readonly firstRecordOnPage: string;
                                readonly hasNextPage: boolean;
                                readonly hasPreviousPage: boolean;
                                readonly lastRecordOnPage: string;
                                readonly limit: number;
                                readonly offset: number;
                                readonly totalPages: number;
                            };
                            readonly Scope: {
                                readonly assetIDs: readonly components["schemas"]["IdentifierBytes"][];
                                readonly collectionIDs: readonly components["schemas"]["IdentifierBytes"][];
                                readonly mentions: {
                                    readonly assets: readonly (readonly components["schemas"]["IdentifierBytes"][])[];
                                    readonly collections: readonly (readonly components["schemas"]["IdentifierBytes"][])[];
                                };
                                readonly worldKnowledge: boolean;
                            };
                            readonly ServiceStatus: {
                                /** @description Bytes in use: this runtime does not tell, always 1. */
                                readonly alloc: number;
                                readonly fileproc: {
                                    /** @description Since when files are read: when the first of the processes that read them began; null where nothing tells. */
                                    readonly bornAt: string | null;
                                    /** @description Assets being processed, counted up to 1,000. */
                                    readonly goRoutines: number;
                                    /** @description Of the processes that read files, in bytes, 0 while none runs: they end when there is nothing to read; empty where nothing tells. */
                                    readonly memory: {
                                        readonly rss: string;
                                        readonly vms: string;
                                    };
                                    /** @description `idle` or `busy`, as the processes that read files are; `disk_full` while changes are refused because the disk is nearly full; empty where nothing tells. */
                                    readonly status: string;
                                };
                                /** @description Milliseconds that asking for the state of processing took. */
                                readonly fileprocStatusCheckLatencyMS: number;
                                /** @description There is none: empty. */
                                readonly go_version: string;
                                /** @description Heap bytes in use: this runtime does not tell, always 1. */
                                readonly heap_alloc: number;
                                /** @description Idle heap bytes: this runtime does not tell, always 1. */
                                readonly heap_idle: number;
                                /** @description Heap bytes in spans: this runtime does not tell, always 1. */
                                readonly heap_inuse: number;
                                /** @description Heap bytes from the system: this runtime does not tell, always 1. */
                                readonly heap_sys: number;
                                /** @description This runtime does not tell: null. */
                                readonly last_gc: string | null;
                                /** @description Threads that run this isolate: always 1. */
                                readonly num_cpu: number;
                                /** @description Garbage collections: this runtime does not tell, always 0. */
                                readonly num_gc: number;
                                /** @description Assets being processed, counted up to 1,000. */
                                readonly num_goroutine: number;
                                /** @description Jobs that failed too often and wait for `POST /ops/jobs/release`, counted up to 1,000. */
                                readonly parkedJobs: number;
                                /** @description Nanoseconds in garbage collection: this runtime does not tell, always 1. */
                                readonly pause_total_ns: number;
                                /** @description Stack bytes: this runtime does not tell, always 1. */
                                readonly stack_inuse: number;
                                /** @description When the service was started; null on Cloudflare, which does not tell. */
                                readonly start_time: string | null;
                                /** @description Bytes from the system: this runtime does not tell, always 1. */
                                readonly sys: number;
                                /** @description Bytes ever allocated: this runtime does not tell, always 1. */
                                readonly total_alloc: number;
                                /** @description How long the service has run, such as 93s; empty on Cloudflare, which does not tell. */
                                readonly uptime: string;
                            };
                            readonly ShareResult: {
                                readonly existingUsers: readonly {
                                    /** Format: date-time */
                                    readonly createdAt: string;
                                    readonly displayName: string;
                                    readonly etag: string;
                                    readonly id: string;
                                    readonly lifecycleState: string;
                                    /** Format: date-time */
                                    readonly modifiedAt: string;
                                    readonly pictureUrl: string;
                                    readonly potentialScore: number;
                                    /** @description For those who gave it, or share an organization or a collection with the person; empty for others. */
                                    readonly primaryEmail: string;
                                    readonly version: number;
                                }[];
                                readonly newUsers: readonly {
                                    readonly grants: readonly {
                                        /** @enum {string} */
                                        readonly action: "read" | "chat" | "write" | "share" | "own";
                                        readonly collectionId: components["schemas"]["IdentifierBytes"];
                                    }[];
                                    readonly inviteeEmail: string;
                                    /** Format: date-time */
                                    readonly issuedAt: string;
                                    readonly issuedByDisplayName: string;
                                    readonly issuedByUserId: components["schemas"]["IdentifierBytes"] | null;
                                    readonly organizationId: components["schemas"]["IdentifierBytes"];
                                    readonly publicToken: string;
                                    readonly tenantId: components["schemas"]["IdentifierBytes"];
                                    readonly token: components["schemas"]["IdentifierBytes"];
                                }[];
                            };
                            readonly ShareToken: {
                                readonly messageId: components["schemas"]["IdentifierBytes"] | null;
                                readonly publicToken: string;
                                /** Format: date-time */
                                readonly sharedAt: string;
                                readonly sharedBy: components["schemas"]["IdentifierBytes"];
                                readonly sharedByDisplayName: string;
                                readonly sharedToEmails: readonly string[];
                                readonly shareMethod: string;
                                readonly tokenId: components["schemas"]["IdentifierBytes"];
                            };
                            readonly Thread: components["schemas"]["Thread"];
                            readonly User: components["schemas"]["User"];
                            readonly WorkingContext: {
                                readonly CollectionTree: readonly components["schemas"]["CollectionTreeNode"][];
                                /**
                                 * @description Something was left out: `GET /v1/users/self/collection-tree` reads on.
                                 * @constant
                                 */
                                readonly collectionTreeTruncated?: true;
                                readonly organizationId: components["schemas"]["IdentifierBytes"];
                                readonly tenantId: components["schemas"]["IdentifierBytes"];
                            };
                        };
                    };
                };
            };
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly describeThreadEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "knowledgeChangeV1": {
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "kind": "knowledgeChangeV1",
                     *           "knowledge": {
                     *             "assetContext": {
                     *               "added": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "removed": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ]
                     *             },
                     *             "organizationContext": {
                     *               "added": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "removed": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ]
                     *             },
                     *             "world": true
                     *           },
                     *           "knowledgeFull": {
                     *             "assetContext": {
                     *               "added": [
                     *                 {
                     *                   "contentType": "application/pdf",
                     *                   "createdAt": "2026-10-06T12:00:00.000Z",
                     *                   "deletedAt": {
                     *                     "Time": "2026-10-06T12:00:00.000Z",
                     *                     "Valid": true
                     *                   },
                     *                   "displayName": "paper.pdf",
                     *                   "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                   "filesize": 182044,
                     *                   "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *                   "lifecycleState": "ready",
                     *                   "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *                   "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *                   "originalFilename": "paper.pdf",
                     *                   "processingFailureReason": {
                     *                     "String": "",
                     *                     "Valid": true
                     *                   },
                     *                   "processingStatusText": {
                     *                     "String": "",
                     *                     "Valid": true
                     *                   },
                     *                   "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *                   "summary": "",
                     *                   "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *                   "textTokens": 9120,
                     *                   "userDisplayName": "Ada",
                     *                   "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *                   "version": 3
                     *                 }
                     *               ],
                     *               "removed": [
                     *                 {
                     *                   "contentType": "application/pdf",
                     *                   "createdAt": "2026-10-06T12:00:00.000Z",
                     *                   "deletedAt": {
                     *                     "Time": "2026-10-06T12:00:00.000Z",
                     *                     "Valid": true
                     *                   },
                     *                   "displayName": "paper.pdf",
                     *                   "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                   "filesize": 182044,
                     *                   "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *                   "lifecycleState": "ready",
                     *                   "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *                   "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *                   "originalFilename": "paper.pdf",
                     *                   "processingFailureReason": {
                     *                     "String": "",
                     *                     "Valid": true
                     *                   },
                     *                   "processingStatusText": {
                     *                     "String": "",
                     *                     "Valid": true
                     *                   },
                     *                   "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *                   "summary": "",
                     *                   "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *                   "textTokens": 9120,
                     *                   "userDisplayName": "Ada",
                     *                   "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *                   "version": 3
                     *                 }
                     *               ]
                     *             },
                     *             "world": true
                     *           },
                     *           "messageId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "organizationId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "progress": {
                     *             "progress": {
                     *               "lifecycleState": "ready",
                     *               "step": "",
                     *               "message": "Done.",
                     *               "failureReason": "",
                     *               "textTokens": 9120,
                     *               "version": 3
                     *             }
                     *           },
                     *           "tenantId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "threadId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         },
                     *         "promptV1": {
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "kind": "promptV1",
                     *           "messageId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "model": "",
                     *           "prompt": "",
                     *           "transformationId": "",
                     *           "context_window": 0,
                     *           "frequency_penalty": 0,
                     *           "logit_bias": {},
                     *           "max_tokens": 0,
                     *           "presence_penalty": 0,
                     *           "stop": [],
                     *           "temperature": 0,
                     *           "top_p": 0,
                     *           "knowledge": {
                     *             "assetContext": {
                     *               "added": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "removed": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ]
                     *             },
                     *             "organizationContext": {
                     *               "added": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "removed": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ]
                     *             },
                     *             "world": true
                     *           }
                     *         },
                     *         "promptV2": {
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "kind": "promptV2",
                     *           "messageId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "model": "",
                     *           "prompt": "",
                     *           "transformationId": "",
                     *           "context_window": 0,
                     *           "frequency_penalty": 0,
                     *           "logit_bias": {},
                     *           "max_tokens": 0,
                     *           "presence_penalty": 0,
                     *           "stop": [],
                     *           "temperature": 0,
                     *           "top_p": 0,
                     *           "scope": {
                     *             "assetIDs": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "collectionIDs": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "mentions": {
                     *               "assets": [
                     *                 [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ]
                     *               ],
                     *               "collections": [
                     *                 [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ]
                     *               ]
                     *             },
                     *             "worldKnowledge": false
                     *           }
                     *         },
                     *         "promptCampaignV1": {
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "kind": "promptCampaignV1",
                     *           "messageId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "model": "",
                     *           "prompt": "",
                     *           "transformationId": "",
                     *           "knowledge": {
                     *             "assetContext": {
                     *               "added": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "removed": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ]
                     *             },
                     *             "organizationContext": {
                     *               "added": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "removed": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ]
                     *             },
                     *             "world": true
                     *           }
                     *         },
                     *         "promptCampaignV2": {
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "kind": "promptCampaignV2",
                     *           "messageId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "model": "",
                     *           "prompt": "",
                     *           "transformationId": "",
                     *           "scope": {
                     *             "assetIDs": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "collectionIDs": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "mentions": {
                     *               "assets": [
                     *                 [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ]
                     *               ],
                     *               "collections": [
                     *                 [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ]
                     *               ]
                     *             },
                     *             "worldKnowledge": false
                     *           }
                     *         },
                     *         "renameThreadV1": {
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "kind": "renameThreadV1",
                     *           "label": "Papers",
                     *           "messageId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         },
                     *         "textV1": {
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "kind": "textV1",
                     *           "isDone": true,
                     *           "label": "Papers",
                     *           "messageId": "msg_01h455vb4pex5vsknk084sn02q",
                     *           "organizationId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "parts": [],
                     *           "provenance": {
                     *             "citations": [
                     *               {
                     *                 "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *                 "ordinal": 0,
                     *                 "quote": "engines can be analytical",
                     *                 "assetId": "asset_01h455vb4pex5vsknk084sn02q",
                     *                 "displayName": "paper.pdf",
                     *                 "page": 3,
                     *                 "locator": {
                     *                   "kind": "page",
                     *                   "page": 3
                     *                 },
                     *                 "start": 0,
                     *                 "end": 25,
                     *                 "version": ""
                     *               }
                     *             ],
                     *             "inputTokens": 0,
                     *             "interpretedAs": "",
                     *             "outputTokens": 0,
                     *             "pendingAssets": 0,
                     *             "processedByModel": "",
                     *             "scoped": {
                     *               "citations": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "collectionAssets": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "collectionReferenceIDs": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "explicitAssets": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "worldKnowledge": false
                     *             },
                     *             "suggestedModels": [
                     *               {
                     *                 "category": "",
                     *                 "model": "",
                     *                 "score": 0
                     *               }
                     *             ],
                     *             "transformationId": ""
                     *           },
                     *           "tenantId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "textSuggestions": [],
                     *           "threadId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
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
                                        readonly locator: components["schemas"]["Locator"] | null;
                                        readonly ordinal: number;
                                        readonly page: number;
                                        readonly quote: string;
                                        readonly start: number;
                                        readonly version: string;
                                    }[];
                                    readonly inputTokens: number;
                                    readonly interpretedAs: string;
                                    readonly outputTokens: number;
                                    readonly pendingAssets: number;
                                    readonly processedByModel: string;
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
                    };
                };
            };
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateAssetStatus: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly assetId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "assetID": "asset_01h455vb4pex5vsknk084sn02q",
                 *       "jobID": "job_01h455vb4pex5vsknk084sn02q",
                 *       "status": "progress",
                 *       "statusCode": 102,
                 *       "step": "transcribe",
                 *       "message": "Half of the recording is written down."
                 *     }
                 */
                readonly "application/json": {
                    readonly assetID: string | components["schemas"]["IdentifierBytes"];
                    readonly displayName?: string;
                    readonly jobID: string | components["schemas"]["IdentifierBytes"];
                    /**
                     * @description Separated by commas.
                     * @default
                     */
                    readonly keywords?: string;
                    readonly message: string;
                    /** @enum {string} */
                    readonly status: "started" | "progress" | "completed" | "failed";
                    /** @description As in HTTP. */
                    readonly statusCode: number;
                    /** @enum {string} */
                    readonly step: "embeddings" | "extract" | "processing" | "summarize" | "transcribe";
                    /** @default  */
                    readonly summary?: string;
                    /** @default 0 */
                    readonly textTokens?: number;
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "chunkingStrategy": "",
                     *         "extractionStrategy": "",
                     *         "keywordStrategy": "",
                     *         "summaryStrategy": "",
                     *         "workerStrategy": "",
                     *         "collectionIds": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "contentType": "application/pdf",
                     *         "displayName": "paper.pdf",
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "failureReason": "",
                     *         "originalFileName": "paper.pdf",
                     *         "processingErrMessage": "",
                     *         "processingMessage": "",
                     *         "signedURL": "https://knowledge.example.com/v1/assets/asset_01h455vb4pex5vsknk084sn02q/content?token=1.eyJ",
                     *         "summary": "",
                     *         "lifecycleState": "ready",
                     *         "embeddings": [
                     *           {
                     *             "model": "",
                     *             "state": "pending"
                     *           }
                     *         ],
                     *         "fileSize": 182044,
                     *         "textTokens": 9120,
                     *         "htmlArtifactTokenCount": 0,
                     *         "keywordsTokenCount": 0,
                     *         "markdownTokenCount": 0,
                     *         "summaryTokenCount": 0,
                     *         "transcriptionTokenCount": 0,
                     *         "version": 3,
                     *         "id": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "tenantId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "keywords": [],
                     *         "lifecyclesCompleted": [],
                     *         "producedEmbeddings": true,
                     *         "producedHTMLArtifact": true,
                     *         "producedKeywords": true,
                     *         "producedMarkdownArtifact": true,
                     *         "producedSummary": true,
                     *         "producedTranscriptionArtifact": true,
                     *         "references": [
                     *           {
                     *             "referenceId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedFor": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedAt": "2026-10-06T12:00:00.000Z",
                     *             "vendor": "",
                     *             "vendorIdentifier": ""
                     *           }
                     *         ],
                     *         "metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "lastReadyAt": "2026-10-06T12:00:00.000Z",
                     *           "lastReferencedAt": "2026-10-06T12:00:00.000Z",
                     *           "uploadedAt": "2026-10-06T12:00:00.000Z",
                     *           "embeddings": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "extract": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "processing": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "summarize": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "transcribe": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           }
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: components["schemas"]["Asset"];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createAsset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "collectionID": "col_01h455vb4pex5vsknk084sn02q",
                 *       "contentType": "application/pdf",
                 *       "creationMethod": "upload",
                 *       "organizationContext": {
                 *         "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                 *         "tenantId": "tenant_01h455vb4pex5vsknk084sn02q"
                 *       },
                 *       "originalFileName": "paper.pdf"
                 *     }
                 */
                readonly "application/json": {
                    readonly collectionID: string | components["schemas"]["IdentifierBytes"];
                    readonly contentType: string;
                    /** @enum {string} */
                    readonly creationMethod: "upload" | "paste" | "url" | "record";
                    readonly organizationContext: components["schemas"]["OrganizationContext"];
                    readonly originalFileName: string;
                    /** @default  */
                    readonly sha256?: string;
                    /** @default null */
                    readonly size?: number | null;
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "chunkingStrategy": "",
                     *         "extractionStrategy": "",
                     *         "keywordStrategy": "",
                     *         "summaryStrategy": "",
                     *         "workerStrategy": "",
                     *         "collectionIds": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "contentType": "application/pdf",
                     *         "displayName": "paper.pdf",
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "failureReason": "",
                     *         "originalFileName": "paper.pdf",
                     *         "processingErrMessage": "",
                     *         "processingMessage": "",
                     *         "signedURL": "https://knowledge.example.com/v1/assets/asset_01h455vb4pex5vsknk084sn02q/content?token=1.eyJ",
                     *         "summary": "",
                     *         "lifecycleState": "ready",
                     *         "embeddings": [
                     *           {
                     *             "model": "",
                     *             "state": "pending"
                     *           }
                     *         ],
                     *         "fileSize": 182044,
                     *         "textTokens": 9120,
                     *         "htmlArtifactTokenCount": 0,
                     *         "keywordsTokenCount": 0,
                     *         "markdownTokenCount": 0,
                     *         "summaryTokenCount": 0,
                     *         "transcriptionTokenCount": 0,
                     *         "version": 3,
                     *         "id": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "tenantId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "keywords": [],
                     *         "lifecyclesCompleted": [],
                     *         "producedEmbeddings": true,
                     *         "producedHTMLArtifact": true,
                     *         "producedKeywords": true,
                     *         "producedMarkdownArtifact": true,
                     *         "producedSummary": true,
                     *         "producedTranscriptionArtifact": true,
                     *         "references": [
                     *           {
                     *             "referenceId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedFor": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedAt": "2026-10-06T12:00:00.000Z",
                     *             "vendor": "",
                     *             "vendorIdentifier": ""
                     *           }
                     *         ],
                     *         "metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "lastReadyAt": "2026-10-06T12:00:00.000Z",
                     *           "lastReferencedAt": "2026-10-06T12:00:00.000Z",
                     *           "uploadedAt": "2026-10-06T12:00:00.000Z",
                     *           "embeddings": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "extract": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "processing": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "summarize": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "transcribe": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           }
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: components["schemas"]["Asset"];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getAsset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of an earlier answer: it stands for what this caller sees. */
                readonly "If-None-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly assetID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "chunkingStrategy": "",
                     *         "extractionStrategy": "",
                     *         "keywordStrategy": "",
                     *         "summaryStrategy": "",
                     *         "workerStrategy": "",
                     *         "collectionIds": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "contentType": "application/pdf",
                     *         "displayName": "paper.pdf",
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "failureReason": "",
                     *         "originalFileName": "paper.pdf",
                     *         "processingErrMessage": "",
                     *         "processingMessage": "",
                     *         "signedURL": "https://knowledge.example.com/v1/assets/asset_01h455vb4pex5vsknk084sn02q/content?token=1.eyJ",
                     *         "summary": "",
                     *         "lifecycleState": "ready",
                     *         "embeddings": [
                     *           {
                     *             "model": "",
                     *             "state": "pending"
                     *           }
                     *         ],
                     *         "fileSize": 182044,
                     *         "textTokens": 9120,
                     *         "htmlArtifactTokenCount": 0,
                     *         "keywordsTokenCount": 0,
                     *         "markdownTokenCount": 0,
                     *         "summaryTokenCount": 0,
                     *         "transcriptionTokenCount": 0,
                     *         "version": 3,
                     *         "id": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "tenantId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "keywords": [],
                     *         "lifecyclesCompleted": [],
                     *         "producedEmbeddings": true,
                     *         "producedHTMLArtifact": true,
                     *         "producedKeywords": true,
                     *         "producedMarkdownArtifact": true,
                     *         "producedSummary": true,
                     *         "producedTranscriptionArtifact": true,
                     *         "references": [
                     *           {
                     *             "referenceId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedFor": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedAt": "2026-10-06T12:00:00.000Z",
                     *             "vendor": "",
                     *             "vendorIdentifier": ""
                     *           }
                     *         ],
                     *         "metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "lastReadyAt": "2026-10-06T12:00:00.000Z",
                     *           "lastReferencedAt": "2026-10-06T12:00:00.000Z",
                     *           "uploadedAt": "2026-10-06T12:00:00.000Z",
                     *           "embeddings": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "extract": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "processing": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "summarize": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "transcribe": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           }
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: components["schemas"]["Asset"];
                    };
                };
            };
            /** @description The caller has this answer. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly putAssetArtifact: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly assetID: string;
                readonly kind: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "text/html": string;
                readonly "text/markdown": string;
                readonly "text/plain": string;
            };
        };
        readonly responses: {
            /** @description It is stored. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {},
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"];
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 411: components["responses"]["LengthRequired"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateAsset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly assetID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "assetId": "asset_01h455vb4pex5vsknk084sn02q",
                 *       "displayName": "Lease of the mill, 1871"
                 *     }
                 */
                readonly "application/json": {
                    readonly assetId: string | components["schemas"]["IdentifierBytes"];
                    readonly displayName: string;
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "chunkingStrategy": "",
                     *         "extractionStrategy": "",
                     *         "keywordStrategy": "",
                     *         "summaryStrategy": "",
                     *         "workerStrategy": "",
                     *         "collectionIds": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "contentType": "application/pdf",
                     *         "displayName": "paper.pdf",
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "failureReason": "",
                     *         "originalFileName": "paper.pdf",
                     *         "processingErrMessage": "",
                     *         "processingMessage": "",
                     *         "signedURL": "https://knowledge.example.com/v1/assets/asset_01h455vb4pex5vsknk084sn02q/content?token=1.eyJ",
                     *         "summary": "",
                     *         "lifecycleState": "ready",
                     *         "embeddings": [
                     *           {
                     *             "model": "",
                     *             "state": "pending"
                     *           }
                     *         ],
                     *         "fileSize": 182044,
                     *         "textTokens": 9120,
                     *         "htmlArtifactTokenCount": 0,
                     *         "keywordsTokenCount": 0,
                     *         "markdownTokenCount": 0,
                     *         "summaryTokenCount": 0,
                     *         "transcriptionTokenCount": 0,
                     *         "version": 3,
                     *         "id": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "tenantId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "keywords": [],
                     *         "lifecyclesCompleted": [],
                     *         "producedEmbeddings": true,
                     *         "producedHTMLArtifact": true,
                     *         "producedKeywords": true,
                     *         "producedMarkdownArtifact": true,
                     *         "producedSummary": true,
                     *         "producedTranscriptionArtifact": true,
                     *         "references": [
                     *           {
                     *             "referenceId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedFor": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedAt": "2026-10-06T12:00:00.000Z",
                     *             "vendor": "",
                     *             "vendorIdentifier": ""
                     *           }
                     *         ],
                     *         "metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "lastReadyAt": "2026-10-06T12:00:00.000Z",
                     *           "lastReferencedAt": "2026-10-06T12:00:00.000Z",
                     *           "uploadedAt": "2026-10-06T12:00:00.000Z",
                     *           "embeddings": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "extract": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "processing": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "summarize": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "transcribe": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           }
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: components["schemas"]["Asset"];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getAssetContent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of an answer. */
                readonly "If-None-Match"?: string;
                readonly Range?: string;
            };
            readonly path: {
                readonly assetID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description All bytes. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example We conclude that engines can be analytical. */
                    readonly "*/*": unknown;
                };
            };
            /** @description The range. */
            readonly 206: {
                headers: {
                    readonly "Content-Range"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example We conclude that engines can be analytical. */
                    readonly "*/*": unknown;
                };
            };
            /** @description The caller has these bytes. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 416: components["responses"]["OutOfRange"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly putAssetContent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                readonly assetID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "*/*": unknown;
            };
        };
        readonly responses: {
            /** @description The bytes are stored. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {},
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"];
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 411: components["responses"]["LengthRequired"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly reprocessAsset: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly assetID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "chunkingStrategy": "",
                     *         "extractionStrategy": "",
                     *         "keywordStrategy": "",
                     *         "summaryStrategy": "",
                     *         "workerStrategy": "",
                     *         "collectionIds": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "contentType": "application/pdf",
                     *         "displayName": "paper.pdf",
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "failureReason": "",
                     *         "originalFileName": "paper.pdf",
                     *         "processingErrMessage": "",
                     *         "processingMessage": "",
                     *         "signedURL": "https://knowledge.example.com/v1/assets/asset_01h455vb4pex5vsknk084sn02q/content?token=1.eyJ",
                     *         "summary": "",
                     *         "lifecycleState": "ready",
                     *         "embeddings": [
                     *           {
                     *             "model": "",
                     *             "state": "pending"
                     *           }
                     *         ],
                     *         "fileSize": 182044,
                     *         "textTokens": 9120,
                     *         "htmlArtifactTokenCount": 0,
                     *         "keywordsTokenCount": 0,
                     *         "markdownTokenCount": 0,
                     *         "summaryTokenCount": 0,
                     *         "transcriptionTokenCount": 0,
                     *         "version": 3,
                     *         "id": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "tenantId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "keywords": [],
                     *         "lifecyclesCompleted": [],
                     *         "producedEmbeddings": true,
                     *         "producedHTMLArtifact": true,
                     *         "producedKeywords": true,
                     *         "producedMarkdownArtifact": true,
                     *         "producedSummary": true,
                     *         "producedTranscriptionArtifact": true,
                     *         "references": [
                     *           {
                     *             "referenceId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedFor": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedAt": "2026-10-06T12:00:00.000Z",
                     *             "vendor": "",
                     *             "vendorIdentifier": ""
                     *           }
                     *         ],
                     *         "metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "lastReadyAt": "2026-10-06T12:00:00.000Z",
                     *           "lastReferencedAt": "2026-10-06T12:00:00.000Z",
                     *           "uploadedAt": "2026-10-06T12:00:00.000Z",
                     *           "embeddings": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "extract": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "processing": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "summarize": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "transcribe": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           }
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: components["schemas"]["Asset"];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getAssetText: {
        readonly parameters: {
            readonly query?: {
                /** @description The hash of a text; without it, the current one. */
                readonly version?: string;
            };
            readonly header?: {
                /** @description The `ETag` of an answer. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                readonly assetID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The text. */
            readonly 200: {
                headers: {
                    /** @description Its version. */
                    readonly ETag?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example We conclude that engines can be analytical. */
                    readonly "text/plain": string;
                };
            };
            /** @description The caller has this text. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createAssets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "collectionID": "col_01h455vb4pex5vsknk084sn02q",
                 *       "organizationContext": {
                 *         "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                 *         "tenantId": "tenant_01h455vb4pex5vsknk084sn02q"
                 *       },
                 *       "assets": [
                 *         {
                 *           "contentType": "application/pdf",
                 *           "originalFileName": "paper.pdf"
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly assets: readonly {
                        readonly contentType: string;
                        readonly originalFileName: string;
                        /** @default  */
                        readonly sha256?: string;
                        /** @default null */
                        readonly size?: number | null;
                    }[];
                    readonly collectionID: string | components["schemas"]["IdentifierBytes"];
                    readonly organizationContext: components["schemas"]["OrganizationContext"];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": [
                     *         {
                     *           "chunkingStrategy": "",
                     *           "extractionStrategy": "",
                     *           "keywordStrategy": "",
                     *           "summaryStrategy": "",
                     *           "workerStrategy": "",
                     *           "collectionIds": [
                     *             [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           ],
                     *           "contentType": "application/pdf",
                     *           "displayName": "paper.pdf",
                     *           "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *           "failureReason": "",
                     *           "originalFileName": "paper.pdf",
                     *           "processingErrMessage": "",
                     *           "processingMessage": "",
                     *           "signedURL": "https://knowledge.example.com/v1/assets/asset_01h455vb4pex5vsknk084sn02q/content?token=1.eyJ",
                     *           "summary": "",
                     *           "lifecycleState": "ready",
                     *           "embeddings": [
                     *             {
                     *               "model": "",
                     *               "state": "pending"
                     *             }
                     *           ],
                     *           "fileSize": 182044,
                     *           "textTokens": 9120,
                     *           "htmlArtifactTokenCount": 0,
                     *           "keywordsTokenCount": 0,
                     *           "markdownTokenCount": 0,
                     *           "summaryTokenCount": 0,
                     *           "transcriptionTokenCount": 0,
                     *           "version": 3,
                     *           "id": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "organizationId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "tenantId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "keywords": [],
                     *           "lifecyclesCompleted": [],
                     *           "producedEmbeddings": true,
                     *           "producedHTMLArtifact": true,
                     *           "producedKeywords": true,
                     *           "producedMarkdownArtifact": true,
                     *           "producedSummary": true,
                     *           "producedTranscriptionArtifact": true,
                     *           "references": [
                     *             {
                     *               "referenceId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "referencedBy": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "referencedFor": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "referencedAt": "2026-10-06T12:00:00.000Z",
                     *               "vendor": "",
                     *               "vendorIdentifier": ""
                     *             }
                     *           ],
                     *           "metadata": {
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "createdBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "deletedAt": null,
                     *             "deletedBy": null,
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "lastReadyAt": "2026-10-06T12:00:00.000Z",
                     *             "lastReferencedAt": "2026-10-06T12:00:00.000Z",
                     *             "uploadedAt": "2026-10-06T12:00:00.000Z",
                     *             "embeddings": {
                     *               "completedAt": "2026-10-06T12:00:00.000Z",
                     *               "failedAt": "2026-10-06T12:00:00.000Z",
                     *               "occurredAt": "2026-10-06T12:00:00.000Z",
                     *               "startAt": "2026-10-06T12:00:00.000Z",
                     *               "count": 0,
                     *               "failedReason": "",
                     *               "message": "Done.",
                     *               "statusCode": 0,
                     *               "step": "embeddings"
                     *             },
                     *             "extract": {
                     *               "completedAt": "2026-10-06T12:00:00.000Z",
                     *               "failedAt": "2026-10-06T12:00:00.000Z",
                     *               "occurredAt": "2026-10-06T12:00:00.000Z",
                     *               "startAt": "2026-10-06T12:00:00.000Z",
                     *               "count": 0,
                     *               "failedReason": "",
                     *               "message": "Done.",
                     *               "statusCode": 0,
                     *               "step": "embeddings"
                     *             },
                     *             "processing": {
                     *               "completedAt": "2026-10-06T12:00:00.000Z",
                     *               "failedAt": "2026-10-06T12:00:00.000Z",
                     *               "occurredAt": "2026-10-06T12:00:00.000Z",
                     *               "startAt": "2026-10-06T12:00:00.000Z",
                     *               "count": 0,
                     *               "failedReason": "",
                     *               "message": "Done.",
                     *               "statusCode": 0,
                     *               "step": "embeddings"
                     *             },
                     *             "summarize": {
                     *               "completedAt": "2026-10-06T12:00:00.000Z",
                     *               "failedAt": "2026-10-06T12:00:00.000Z",
                     *               "occurredAt": "2026-10-06T12:00:00.000Z",
                     *               "startAt": "2026-10-06T12:00:00.000Z",
                     *               "count": 0,
                     *               "failedReason": "",
                     *               "message": "Done.",
                     *               "statusCode": 0,
                     *               "step": "embeddings"
                     *             },
                     *             "transcribe": {
                     *               "completedAt": "2026-10-06T12:00:00.000Z",
                     *               "failedAt": "2026-10-06T12:00:00.000Z",
                     *               "occurredAt": "2026-10-06T12:00:00.000Z",
                     *               "startAt": "2026-10-06T12:00:00.000Z",
                     *               "count": 0,
                     *               "failedReason": "",
                     *               "message": "Done.",
                     *               "statusCode": 0,
                     *               "step": "embeddings"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: readonly components["schemas"]["Asset"][];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly notifyUploaded: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "assetID": "asset_01h455vb4pex5vsknk084sn02q",
                 *       "processInBackground": true,
                 *       "processInThread": false
                 *     }
                 */
                readonly "application/json": {
                    readonly assetID?: string | components["schemas"]["IdentifierBytes"];
                    readonly assetIDs?: readonly (string | components["schemas"]["IdentifierBytes"])[];
                    readonly processInBackground: boolean;
                    readonly processInThread: boolean;
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "chunkingStrategy": "",
                     *         "extractionStrategy": "",
                     *         "keywordStrategy": "",
                     *         "summaryStrategy": "",
                     *         "workerStrategy": "",
                     *         "collectionIds": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "contentType": "application/pdf",
                     *         "displayName": "paper.pdf",
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "failureReason": "",
                     *         "originalFileName": "paper.pdf",
                     *         "processingErrMessage": "",
                     *         "processingMessage": "",
                     *         "signedURL": "https://knowledge.example.com/v1/assets/asset_01h455vb4pex5vsknk084sn02q/content?token=1.eyJ",
                     *         "summary": "",
                     *         "lifecycleState": "ready",
                     *         "embeddings": [
                     *           {
                     *             "model": "",
                     *             "state": "pending"
                     *           }
                     *         ],
                     *         "fileSize": 182044,
                     *         "textTokens": 9120,
                     *         "htmlArtifactTokenCount": 0,
                     *         "keywordsTokenCount": 0,
                     *         "markdownTokenCount": 0,
                     *         "summaryTokenCount": 0,
                     *         "transcriptionTokenCount": 0,
                     *         "version": 3,
                     *         "id": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "tenantId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "keywords": [],
                     *         "lifecyclesCompleted": [],
                     *         "producedEmbeddings": true,
                     *         "producedHTMLArtifact": true,
                     *         "producedKeywords": true,
                     *         "producedMarkdownArtifact": true,
                     *         "producedSummary": true,
                     *         "producedTranscriptionArtifact": true,
                     *         "references": [
                     *           {
                     *             "referenceId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedFor": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedAt": "2026-10-06T12:00:00.000Z",
                     *             "vendor": "",
                     *             "vendorIdentifier": ""
                     *           }
                     *         ],
                     *         "metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "lastReadyAt": "2026-10-06T12:00:00.000Z",
                     *           "lastReferencedAt": "2026-10-06T12:00:00.000Z",
                     *           "uploadedAt": "2026-10-06T12:00:00.000Z",
                     *           "embeddings": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "extract": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "processing": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "summarize": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "transcribe": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           }
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: components["schemas"]["Asset"] | readonly components["schemas"]["Asset"][];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly restoreAssets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "assetIds": [
                 *         "asset_01h455vb4pex5vsknk084sn02q"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly assetIds: readonly (string | components["schemas"]["IdentifierBytes"])[];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "message": "Done."
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly message: string;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly searchAssets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "matchName": "report",
                 *       "filterByCollections": [
                 *         "col_01h455vb4pex5vsknk084sn02q"
                 *       ],
                 *       "filterByContentType": [
                 *         "application/pdf"
                 *       ],
                 *       "lifecycleStates": [
                 *         "ready"
                 *       ],
                 *       "pagination": {
                 *         "Limit": 50,
                 *         "Offset": 0,
                 *         "Sort": [
                 *           "-modifiedAt"
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly filterByCollections?: readonly (string | components["schemas"]["IdentifierBytes"])[];
                    /** @default [] */
                    readonly filterByContentType?: readonly string[];
                    /** @default [] */
                    readonly lifecycleStates?: readonly ("uploading" | "uploaded" | "processing" | "ready" | "failed")[];
                    readonly matchName: string;
                    /** @default {} */
                    readonly pagination?: {
                        /**
                         * @description At most 200; 0: counts only.
                         * @default 50
                         */
                        readonly Limit?: number;
                        /** @default 0 */
                        readonly Offset?: number;
                        /**
                         * @description Of displayName, createdAt, modifiedAt, filesize, contentType; `-` descending.
                         * @default []
                         */
                        readonly Sort?: readonly string[];
                    };
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "pagination": {
                     *           "count": 0,
                     *           "currentPage": 0,
                     *           "limit": 0,
                     *           "offset": 0,
                     *           "totalPages": 0,
                     *           "firstRecordOnPage": "",
                     *           "lastRecordOnPage": "",
                     *           "hasNextPage": true,
                     *           "hasPreviousPage": true
                     *         },
                     *         "result": {
                     *           "collections": {
                     *             "collections": {
                     *               "collectionKind": "root",
                     *               "description": "",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "icon": "",
                     *               "id": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "label": "Papers",
                     *               "lifecycleState": "active",
                     *               "organizationId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "tenantId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "path": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "version": 3
                     *             }
                     *           },
                     *           "entities": [
                     *             {
                     *               "actions": [
                     *                 "read"
                     *               ],
                     *               "collectionIds": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "flags": [
                     *                 []
                     *               ],
                     *               "data": {
                     *                 "contentType": "application/pdf",
                     *                 "displayName": "paper.pdf",
                     *                 "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                 "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *                 "lifecycleState": "ready",
                     *                 "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *                 "originalFilename": "paper.pdf",
                     *                 "processingFailureReason": "",
                     *                 "processingStatusText": "",
                     *                 "signedSourceURL": "",
                     *                 "summary": "",
                     *                 "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *                 "userDisplayName": "Ada",
                     *                 "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *                 "createdAt": "2026-10-06T12:00:00.000Z",
                     *                 "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *                 "deletedAt": null,
                     *                 "filesize": 182044,
                     *                 "textTokens": 9120,
                     *                 "version": 3
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         "truncated": true
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly pagination: {
                                readonly count: number;
                                readonly currentPage: number;
                                readonly firstRecordOnPage: string;
                                readonly hasNextPage: boolean;
                                readonly hasPreviousPage: boolean;
                                readonly lastRecordOnPage: string;
                                readonly limit: number;
                                readonly offset: number;
                                readonly totalPages: number;
                            };
                            readonly result: {
                                readonly collections: {
                                    readonly [key: string]: components["schemas"]["BareCollection"];
                                };
                                readonly entities: readonly {
                                    /** @description What the caller may do with it. */
                                    readonly actions: readonly ("read" | "chat" | "write" | "share" | "own")[];
                                    readonly collectionIds: readonly components["schemas"]["IdentifierBytes"][];
                                    readonly data: {
                                        readonly contentType: string;
                                        /** Format: date-time */
                                        readonly createdAt: string;
                                        readonly deletedAt: string | null;
                                        readonly displayName: string;
                                        readonly etag: string;
                                        readonly filesize: number;
                                        readonly id: string;
                                        /** @enum {string} */
                                        readonly lifecycleState: "uploading" | "uploaded" | "processing" | "ready" | "failed" | "deleted";
                                        /** Format: date-time */
                                        readonly modifiedAt: string;
                                        readonly organizationId: string;
                                        readonly originalFilename: string;
                                        readonly processingFailureReason: string;
                                        readonly processingStatusText: string;
                                        /** @description Gives the source for up to 12 hours; "" while the bytes are not there. */
                                        readonly signedSourceURL: string;
                                        readonly summary: string;
                                        readonly tenantId: string;
                                        readonly textTokens: number;
                                        readonly userDisplayName: string;
                                        readonly userId: string;
                                        readonly version: number;
                                    };
                                    /** @description One list for each of `collectionIds`: the flags of that link. */
                                    readonly flags: readonly (readonly string[])[];
                                }[];
                            };
                            /** @description true when more have such a name than are looked at: the 2,000 newest, in one's own organizations first. */
                            readonly truncated: boolean;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly tombstoneAssets: {
        readonly parameters: {
            readonly query?: {
                readonly assetIds?: string | readonly string[];
            };
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "assetIds": [
                 *         "asset_01h455vb4pex5vsknk084sn02q"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly assetIds?: readonly (string | components["schemas"]["IdentifierBytes"])[];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "message": "Done."
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly message: string;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly openInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "successfulGrants": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "trees": [
                     *           {
                     *             "collection": {
                     *               "collectionKind": "root",
                     *               "description": "",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "icon": "",
                     *               "id": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "label": "Papers",
                     *               "lifecycleState": "active",
                     *               "organizationId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "tenantId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "path": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "version": 3
                     *             },
                     *             "children": [
                     *               {
                     *                 "collection": {
                     *                   "collectionKind": "root",
                     *                   "description": "",
                     *                   "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                   "icon": "",
                     *                   "id": [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ],
                     *                   "label": "Papers",
                     *                   "lifecycleState": "active",
                     *                   "organizationId": [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ],
                     *                   "tenantId": [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ],
                     *                   "path": [
                     *                     [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ]
                     *                   ],
                     *                   "version": 3
                     *                 },
                     *                 "children": [
                     *                   {
                     *                     "collection": {
                     *                       "collectionKind": "root",
                     *                       "description": "",
                     *                       "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                       "icon": "",
                     *                       "id": [
                     *                         1,
                     *                         137,
                     *                         10,
                     *                         93,
                     *                         172,
                     *                         150,
                     *                         119,
                     *                         75,
                     *                         188,
                     *                         206,
                     *                         179,
                     *                         2,
                     *                         9,
                     *                         154,
                     *                         128,
                     *                         87
                     *                       ],
                     *                       "label": "Papers",
                     *                       "lifecycleState": "active",
                     *                       "organizationId": [
                     *                         1,
                     *                         137,
                     *                         10,
                     *                         93,
                     *                         172,
                     *                         150,
                     *                         119,
                     *                         75,
                     *                         188,
                     *                         206,
                     *                         179,
                     *                         2,
                     *                         9,
                     *                         154,
                     *                         128,
                     *                         87
                     *                       ],
                     *                       "tenantId": [
                     *                         1,
                     *                         137,
                     *                         10,
                     *                         93,
                     *                         172,
                     *                         150,
                     *                         119,
                     *                         75,
                     *                         188,
                     *                         206,
                     *                         179,
                     *                         2,
                     *                         9,
                     *                         154,
                     *                         128,
                     *                         87
                     *                       ],
                     *                       "path": [],
                     *                       "version": 3
                     *                     },
                     *                     "children": []
                     *                   }
                     *                 ]
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "collectionTreeTruncated": true,
                     *         "unsuccessfulGrants": [
                     *           {
                     *             "collectionId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "failureReason": "",
                     *             "granted": true
                     *           }
                     *         ]
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            /**
                             * @description Something was left out: `GET /v1/users/self/collection-tree` reads on.
                             * @constant
                             */
                            readonly collectionTreeTruncated?: true;
                            /** @description The collections on which the caller holds all that was promised. */
                            readonly successfulGrants: readonly components["schemas"]["IdentifierBytes"][];
                            /** @description What the caller may read of them, at most 1,000 nodes. */
                            readonly trees: readonly components["schemas"]["CollectionTreeNode"][];
                            readonly unsuccessfulGrants: readonly {
                                readonly collectionId: components["schemas"]["IdentifierBytes"];
                                readonly failureReason: string;
                                /** @description Whether the caller holds a part of what was promised. */
                                readonly granted: boolean;
                            }[];
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly claimInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "successfulGrants": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "trees": [
                     *           {
                     *             "collection": {
                     *               "collectionKind": "root",
                     *               "description": "",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "icon": "",
                     *               "id": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "label": "Papers",
                     *               "lifecycleState": "active",
                     *               "organizationId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "tenantId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "path": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "version": 3
                     *             },
                     *             "children": [
                     *               {
                     *                 "collection": {
                     *                   "collectionKind": "root",
                     *                   "description": "",
                     *                   "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                   "icon": "",
                     *                   "id": [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ],
                     *                   "label": "Papers",
                     *                   "lifecycleState": "active",
                     *                   "organizationId": [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ],
                     *                   "tenantId": [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ],
                     *                   "path": [
                     *                     [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ]
                     *                   ],
                     *                   "version": 3
                     *                 },
                     *                 "children": [
                     *                   {
                     *                     "collection": {
                     *                       "collectionKind": "root",
                     *                       "description": "",
                     *                       "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                       "icon": "",
                     *                       "id": [
                     *                         1,
                     *                         137,
                     *                         10,
                     *                         93,
                     *                         172,
                     *                         150,
                     *                         119,
                     *                         75,
                     *                         188,
                     *                         206,
                     *                         179,
                     *                         2,
                     *                         9,
                     *                         154,
                     *                         128,
                     *                         87
                     *                       ],
                     *                       "label": "Papers",
                     *                       "lifecycleState": "active",
                     *                       "organizationId": [
                     *                         1,
                     *                         137,
                     *                         10,
                     *                         93,
                     *                         172,
                     *                         150,
                     *                         119,
                     *                         75,
                     *                         188,
                     *                         206,
                     *                         179,
                     *                         2,
                     *                         9,
                     *                         154,
                     *                         128,
                     *                         87
                     *                       ],
                     *                       "tenantId": [
                     *                         1,
                     *                         137,
                     *                         10,
                     *                         93,
                     *                         172,
                     *                         150,
                     *                         119,
                     *                         75,
                     *                         188,
                     *                         206,
                     *                         179,
                     *                         2,
                     *                         9,
                     *                         154,
                     *                         128,
                     *                         87
                     *                       ],
                     *                       "path": [],
                     *                       "version": 3
                     *                     },
                     *                     "children": []
                     *                   }
                     *                 ]
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "collectionTreeTruncated": true,
                     *         "unsuccessfulGrants": [
                     *           {
                     *             "collectionId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "failureReason": "",
                     *             "granted": true
                     *           }
                     *         ]
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            /**
                             * @description Something was left out: `GET /v1/users/self/collection-tree` reads on.
                             * @constant
                             */
                            readonly collectionTreeTruncated?: true;
                            /** @description The collections on which the caller holds all that was promised. */
                            readonly successfulGrants: readonly components["schemas"]["IdentifierBytes"][];
                            /** @description What the caller may read of them, at most 1,000 nodes. */
                            readonly trees: readonly components["schemas"]["CollectionTreeNode"][];
                            readonly unsuccessfulGrants: readonly {
                                readonly collectionId: components["schemas"]["IdentifierBytes"];
                                readonly failureReason: string;
                                /** @description Whether the caller holds a part of what was promised. */
                                readonly granted: boolean;
                            }[];
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly revokeInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly token: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "message": "Done."
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly message: string;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listCollectionAccess: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly offset?: number;
                readonly sort?: string | readonly string[];
            };
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly collectionID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "pagination": {
                     *           "count": 0,
                     *           "currentPage": 0,
                     *           "limit": 0,
                     *           "offset": 0,
                     *           "totalPages": 0,
                     *           "firstRecordOnPage": "",
                     *           "lastRecordOnPage": "",
                     *           "hasNextPage": true,
                     *           "hasPreviousPage": true
                     *         },
                     *         "records": [
                     *           {
                     *             "accessType": "member",
                     *             "actions": [
                     *               "read"
                     *             ],
                     *             "collection_id": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "collectionLabel": "",
                     *             "collectionDescription": "",
                     *             "collectionPath": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "email": "ada@example.com",
                     *             "pictureURL": "",
                     *             "sortableName": "",
                     *             "publicToken": "",
                     *             "token": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "tokenGrantedBy": "",
                     *             "tokenIssuedAt": "2026-10-06T12:00:00.000Z",
                     *             "user_id": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly pagination: {
                                readonly count: number;
                                readonly currentPage: number;
                                readonly firstRecordOnPage: string;
                                readonly hasNextPage: boolean;
                                readonly hasPreviousPage: boolean;
                                readonly lastRecordOnPage: string;
                                readonly limit: number;
                                readonly offset: number;
                                readonly totalPages: number;
                            };
                            readonly records: readonly {
                                /** @enum {string} */
                                readonly accessType: "member" | "invitation" | "link";
                                readonly actions: readonly ("read" | "chat" | "write" | "share" | "own")[];
                                readonly collection_id: components["schemas"]["IdentifierBytes"];
                                readonly collectionDescription: string;
                                readonly collectionLabel: string;
                                readonly collectionPath: readonly components["schemas"]["IdentifierBytes"][];
                                /** @description A member's, unless whoever let them in knew only their id; that an invitation is for, to those who may manage it, else empty. */
                                readonly email: string;
                                readonly pictureURL: string;
                                readonly publicToken: string;
                                readonly sortableName: string;
                                readonly token: components["schemas"]["IdentifierBytes"] | null;
                                /** @description The inviter's display name. */
                                readonly tokenGrantedBy: string;
                                readonly tokenIssuedAt: string | null;
                                readonly user_id: components["schemas"]["IdentifierBytes"] | null;
                            }[];
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listCollectionAssets: {
        readonly parameters: {
            readonly query?: {
                readonly includeDescendants?: "true" | "false";
                readonly limit?: number;
                readonly offset?: number;
                readonly sort?: string | readonly string[];
            };
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly collectionID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "pagination": {
                     *           "count": 0,
                     *           "currentPage": 0,
                     *           "limit": 0,
                     *           "offset": 0,
                     *           "totalPages": 0,
                     *           "firstRecordOnPage": "",
                     *           "lastRecordOnPage": "",
                     *           "hasNextPage": true,
                     *           "hasPreviousPage": true
                     *         },
                     *         "result": {
                     *           "collections": {
                     *             "collections": {
                     *               "collectionKind": "root",
                     *               "description": "",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "icon": "",
                     *               "id": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "label": "Papers",
                     *               "lifecycleState": "active",
                     *               "organizationId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "tenantId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "path": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "version": 3
                     *             }
                     *           },
                     *           "entities": [
                     *             {
                     *               "actions": [
                     *                 "read"
                     *               ],
                     *               "collectionIds": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "flags": [
                     *                 []
                     *               ],
                     *               "data": {
                     *                 "contentType": "application/pdf",
                     *                 "displayName": "paper.pdf",
                     *                 "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                 "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *                 "lifecycleState": "ready",
                     *                 "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *                 "originalFilename": "paper.pdf",
                     *                 "processingFailureReason": "",
                     *                 "processingStatusText": "",
                     *                 "signedSourceURL": "",
                     *                 "summary": "",
                     *                 "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *                 "userDisplayName": "Ada",
                     *                 "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *                 "createdAt": "2026-10-06T12:00:00.000Z",
                     *                 "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *                 "deletedAt": null,
                     *                 "filesize": 182044,
                     *                 "textTokens": 9120,
                     *                 "version": 3
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly pagination: {
                                readonly count: number;
                                readonly currentPage: number;
                                readonly firstRecordOnPage: string;
                                readonly hasNextPage: boolean;
                                readonly hasPreviousPage: boolean;
                                readonly lastRecordOnPage: string;
                                readonly limit: number;
                                readonly offset: number;
                                readonly totalPages: number;
                            };
                            readonly result: {
                                readonly collections: {
                                    readonly [key: string]: components["schemas"]["BareCollection"];
                                };
                                readonly entities: readonly {
                                    /** @description What the caller may do with it. */
                                    readonly actions: readonly ("read" | "chat" | "write" | "share" | "own")[];
                                    readonly collectionIds: readonly components["schemas"]["IdentifierBytes"][];
                                    readonly data: {
                                        readonly contentType: string;
                                        /** Format: date-time */
                                        readonly createdAt: string;
                                        readonly deletedAt: string | null;
                                        readonly displayName: string;
                                        readonly etag: string;
                                        readonly filesize: number;
                                        readonly id: string;
                                        /** @enum {string} */
                                        readonly lifecycleState: "uploading" | "uploaded" | "processing" | "ready" | "failed" | "deleted";
                                        /** Format: date-time */
                                        readonly modifiedAt: string;
                                        readonly organizationId: string;
                                        readonly originalFilename: string;
                                        readonly processingFailureReason: string;
                                        readonly processingStatusText: string;
                                        /** @description Gives the source for up to 12 hours; "" while the bytes are not there. */
                                        readonly signedSourceURL: string;
                                        readonly summary: string;
                                        readonly tenantId: string;
                                        readonly textTokens: number;
                                        readonly userDisplayName: string;
                                        readonly userId: string;
                                        readonly version: number;
                                    };
                                    /** @description One list for each of `collectionIds`: the flags of that link. */
                                    readonly flags: readonly (readonly string[])[];
                                }[];
                            };
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateCollection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly collectionID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "collectionId": "col_01h455vb4pex5vsknk084sn02q",
                 *       "label": "Papers we cite"
                 *     }
                 */
                readonly "application/json": {
                    readonly collectionId: string | components["schemas"]["IdentifierBytes"];
                    readonly description?: string;
                    readonly icon?: string;
                    readonly label?: string;
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "collectionKind": "root",
                     *         "description": "",
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "icon": "",
                     *         "id": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "label": "Papers",
                     *         "lifecycleState": "active",
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "tenantId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "path": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "version": 3,
                     *         "metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: components["schemas"]["Collection"];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly moveCollection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly collectionID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "collectionId": "col_01h455vb4pex5vsknk084sn02q",
                 *       "parentCollectionId": "col_01h455vb4pex5vsknk084sn02r"
                 *     }
                 */
                readonly "application/json": {
                    readonly collectionId: string | components["schemas"]["IdentifierBytes"];
                    readonly parentCollectionId: string | components["schemas"]["IdentifierBytes"];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": [
                     *         {
                     *           "collectionKind": "root",
                     *           "description": "",
                     *           "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *           "icon": "",
                     *           "id": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "label": "Papers",
                     *           "lifecycleState": "active",
                     *           "organizationId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "tenantId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "path": [
                     *             [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           ],
                     *           "version": 3,
                     *           "metadata": {
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "createdBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "deletedAt": null,
                     *             "deletedBy": null,
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: readonly components["schemas"]["Collection"][];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listCollectionThreads: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly offset?: number;
                readonly sort?: string | readonly string[];
            };
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly collectionID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "pagination": {
                     *           "count": 0,
                     *           "currentPage": 0,
                     *           "limit": 0,
                     *           "offset": 0,
                     *           "totalPages": 0,
                     *           "firstRecordOnPage": "",
                     *           "lastRecordOnPage": "",
                     *           "hasNextPage": true,
                     *           "hasPreviousPage": true
                     *         },
                     *         "result": {
                     *           "collections": {
                     *             "collections": {
                     *               "collectionKind": "root",
                     *               "description": "",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "icon": "",
                     *               "id": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "label": "Papers",
                     *               "lifecycleState": "active",
                     *               "organizationId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "tenantId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "path": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "version": 3
                     *             }
                     *           },
                     *           "entities": [
                     *             {
                     *               "actions": [
                     *                 "read"
                     *               ],
                     *               "collectionIds": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "flags": [
                     *                 []
                     *               ],
                     *               "data": {
                     *                 "threadId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "createdBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "organizationId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "tenantId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "label": "Papers",
                     *                 "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                 "lifecycleState": "active",
                     *                 "messageCount": 0,
                     *                 "version": 3,
                     *                 "createdAt": "2026-10-06T12:00:00.000Z",
                     *                 "modifiedAt": "2026-10-06T12:00:00.000Z"
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly pagination: {
                                readonly count: number;
                                readonly currentPage: number;
                                readonly firstRecordOnPage: string;
                                readonly hasNextPage: boolean;
                                readonly hasPreviousPage: boolean;
                                readonly lastRecordOnPage: string;
                                readonly limit: number;
                                readonly offset: number;
                                readonly totalPages: number;
                            };
                            readonly result: {
                                readonly collections: {
                                    readonly [key: string]: components["schemas"]["BareCollection"];
                                };
                                readonly entities: readonly {
                                    /** @description What the caller may do with it. */
                                    readonly actions: readonly ("read" | "chat" | "write" | "share" | "own")[];
                                    /** @description Its home first. */
                                    readonly collectionIds: readonly components["schemas"]["IdentifierBytes"][];
                                    readonly data: {
                                        /** Format: date-time */
                                        readonly createdAt: string;
                                        readonly createdBy: components["schemas"]["IdentifierBytes"];
                                        readonly etag: string;
                                        readonly label: string;
                                        /** @enum {string} */
                                        readonly lifecycleState: "active" | "deleted";
                                        readonly messageCount: number;
                                        /** Format: date-time */
                                        readonly modifiedAt: string;
                                        readonly organizationId: components["schemas"]["IdentifierBytes"];
                                        readonly tenantId: components["schemas"]["IdentifierBytes"];
                                        readonly threadId: components["schemas"]["IdentifierBytes"];
                                        readonly version: number;
                                    };
                                    /** @description One list for each of `collectionIds`: the flags of that link. */
                                    readonly flags: readonly (readonly string[])[];
                                }[];
                            };
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createCollection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly parentCollectionID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "label": "Papers",
                 *       "description": "What we cite"
                 *     }
                 */
                readonly "application/json": {
                    /** @default  */
                    readonly description?: string;
                    readonly icon?: string;
                    /** @enum {string} */
                    readonly kind?: "" | "collection";
                    readonly label: string;
                    readonly organizationContext?: components["schemas"]["OrganizationContext"];
                    readonly parent?: string | components["schemas"]["IdentifierBytes"];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "collectionKind": "root",
                     *         "description": "",
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "icon": "",
                     *         "id": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "label": "Papers",
                     *         "lifecycleState": "active",
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "tenantId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "path": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "version": 3,
                     *         "metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: components["schemas"]["Collection"];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly deleteCollections: {
        readonly parameters: {
            readonly query?: {
                readonly collectionIds?: string | readonly string[];
                readonly dryRun?: "true" | "false";
            };
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "collectionIds": [
                 *         "col_01h455vb4pex5vsknk084sn02q"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly collectionIds?: readonly (string | components["schemas"]["IdentifierBytes"])[];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "message": "Done.",
                     *         "deletionId": "",
                     *         "dryRun": true,
                     *         "goes": {
                     *           "collections": 0,
                     *           "threads": 0,
                     *           "assets": 0
                     *         },
                     *         "stays": {
                     *           "assets": 0
                     *         },
                     *         "staying": [
                     *           {
                     *             "assetId": "asset_01h455vb4pex5vsknk084sn02q",
                     *             "collectionIds": [
                     *               "col_01h455vb4pex5vsknk084sn02q"
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            /** @description The receipt's id: an `op_…`; `""` for a dry run. */
                            readonly deletionId: string;
                            readonly dryRun: boolean;
                            readonly goes: {
                                readonly assets: number;
                                readonly collections: number;
                                readonly threads: number;
                            };
                            readonly message: string;
                            /** @description At most 100 of the assets that stay, with the collections that hold them and that the caller may read. */
                            readonly staying: readonly {
                                readonly assetId: string;
                                readonly collectionIds: readonly string[];
                            }[];
                            readonly stays: {
                                readonly assets: number;
                            };
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getCollection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of an earlier answer: it stands for what this caller sees. */
                readonly "If-None-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly collectionID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "collectionKind": "root",
                     *         "description": "",
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "icon": "",
                     *         "id": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "label": "Papers",
                     *         "lifecycleState": "active",
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "tenantId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "path": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "version": 3,
                     *         "metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: components["schemas"]["Collection"];
                    };
                };
            };
            /** @description The caller has this answer. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly explainAccess: {
        readonly parameters: {
            readonly query?: {
                readonly userId?: string;
            };
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly collectionID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "collectionId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "userId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "isActive": true,
                     *         "actions": [
                     *           "read"
                     *         ],
                     *         "grants": [
                     *           {
                     *             "grantId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "action": "read",
                     *             "gives": [
                     *               "read"
                     *             ],
                     *             "collectionId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "collectionLabel": "",
                     *             "isInherited": true,
                     *             "path": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "grantedAt": "2026-10-06T12:00:00.000Z",
                     *             "grantedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "grantedByDisplayName": ""
                     *           }
                     *         ]
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            /** @description All that the user may do there now. */
                            readonly actions: readonly ("read" | "chat" | "write" | "share" | "own")[];
                            readonly collectionId: components["schemas"]["IdentifierBytes"];
                            readonly grants: readonly {
                                /** @enum {string} */
                                readonly action: "read" | "chat" | "write" | "share" | "own";
                                /** @description Where it stands; null above what the caller may read. */
                                readonly collectionId: components["schemas"]["IdentifierBytes"] | null;
                                readonly collectionLabel: string;
                                /** @description All that the grant amounts to. */
                                readonly gives: readonly ("read" | "chat" | "write" | "share" | "own")[];
                                /** Format: date-time */
                                readonly grantedAt: string;
                                readonly grantedBy: components["schemas"]["IdentifierBytes"] | null;
                                readonly grantedByDisplayName: string;
                                readonly grantId: components["schemas"]["IdentifierBytes"];
                                /** @description Whether it stands above the collection that is asked about. */
                                readonly isInherited: boolean;
                                /** @description From the collection where it stands down to the one that is asked about. */
                                readonly path: readonly components["schemas"]["IdentifierBytes"][];
                            }[];
                            /** @description Whether the account has access and may act at all. */
                            readonly isActive: boolean;
                            readonly userId: components["schemas"]["IdentifierBytes"];
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly linkAssets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly collectionID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "collectionId": "col_01h455vb4pex5vsknk084sn02q",
                 *       "assetIds": [
                 *         "asset_01h455vb4pex5vsknk084sn02q"
                 *       ],
                 *       "flags": []
                 *     }
                 */
                readonly "application/json": {
                    readonly assetIds: readonly (string | components["schemas"]["IdentifierBytes"])[];
                    readonly collectionId: string | components["schemas"]["IdentifierBytes"];
                    readonly flags?: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": [
                     *         {
                     *           "joinId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "collectionId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "assetId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         }
                     *       ],
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: readonly {
                            readonly assetId: components["schemas"]["IdentifierBytes"];
                            readonly collectionId: components["schemas"]["IdentifierBytes"];
                            readonly joinId: components["schemas"]["IdentifierBytes"];
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly unlinkAssets: {
        readonly parameters: {
            readonly query?: {
                readonly assetIds?: string | readonly string[];
            };
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly collectionID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "assetIds": [
                 *         "asset_01h455vb4pex5vsknk084sn02q"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly assetIds?: readonly (string | components["schemas"]["IdentifierBytes"])[];
                    readonly collectionId?: string | components["schemas"]["IdentifierBytes"];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "message": "Done."
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly message: string;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly linkThreads: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly collectionID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "collectionId": "col_01h455vb4pex5vsknk084sn02q",
                 *       "threadIds": [
                 *         "thread_01h455vb4pex5vsknk084sn02q"
                 *       ],
                 *       "flags": []
                 *     }
                 */
                readonly "application/json": {
                    readonly collectionId: string | components["schemas"]["IdentifierBytes"];
                    readonly flags?: readonly string[];
                    readonly threadIds: readonly (string | components["schemas"]["IdentifierBytes"])[];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": [
                     *         {
                     *           "joinId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "collectionId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "threadId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         }
                     *       ],
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: readonly {
                            readonly collectionId: components["schemas"]["IdentifierBytes"];
                            readonly joinId: components["schemas"]["IdentifierBytes"];
                            readonly threadId: components["schemas"]["IdentifierBytes"];
                        }[];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly unlinkThreads: {
        readonly parameters: {
            readonly query?: {
                readonly threadIds?: string | readonly string[];
            };
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly collectionID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "threadIds": [
                 *         "thread_01h455vb4pex5vsknk084sn02q"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly collectionId?: string | components["schemas"]["IdentifierBytes"];
                    readonly threadIds?: readonly (string | components["schemas"]["IdentifierBytes"])[];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "message": "Done."
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly message: string;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getDeletion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly deletionID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "deletionId": "",
                     *         "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *         "requestedBy": "user_01h455vb4pex5vsknk084sn02q",
                     *         "requestedAt": "2026-10-06T12:00:00.000Z",
                     *         "finishedAt": "2026-10-06T12:00:00.000Z",
                     *         "collectionIds": [
                     *           "col_01h455vb4pex5vsknk084sn02q"
                     *         ],
                     *         "goes": {
                     *           "collections": 0,
                     *           "threads": 0,
                     *           "assets": 0
                     *         },
                     *         "stays": {
                     *           "assets": 0
                     *         },
                     *         "removed": {
                     *           "collections": {
                     *             "records": 0,
                     *             "left": 0,
                     *             "d1": 0,
                     *             "r2": 0,
                     *             "index": 0,
                     *             "rooms": 0
                     *           },
                     *           "threads": {
                     *             "records": 0,
                     *             "left": 0,
                     *             "d1": 0,
                     *             "r2": 0,
                     *             "index": 0,
                     *             "rooms": 0
                     *           },
                     *           "assets": {
                     *             "records": 0,
                     *             "left": 0,
                     *             "d1": 0,
                     *             "r2": 0,
                     *             "index": 0,
                     *             "rooms": 0
                     *           }
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly collectionIds: readonly string[];
                            readonly deletionId: string;
                            readonly finishedAt: string | null;
                            readonly goes: {
                                readonly assets: number;
                                readonly collections: number;
                                readonly threads: number;
                            };
                            readonly organizationId: string;
                            readonly removed: {
                                /** @description Records found and not removed yet; rows of D1, objects of R2, passages of the index and rooms that were removed. */
                                readonly assets: {
                                    readonly d1: number;
                                    readonly index: number;
                                    readonly left: number;
                                    readonly r2: number;
                                    readonly records: number;
                                    readonly rooms: number;
                                };
                                /** @description Records found and not removed yet; rows of D1, objects of R2, passages of the index and rooms that were removed. */
                                readonly collections: {
                                    readonly d1: number;
                                    readonly index: number;
                                    readonly left: number;
                                    readonly r2: number;
                                    readonly records: number;
                                    readonly rooms: number;
                                };
                                /** @description Records found and not removed yet; rows of D1, objects of R2, passages of the index and rooms that were removed. */
                                readonly threads: {
                                    readonly d1: number;
                                    readonly index: number;
                                    readonly left: number;
                                    readonly r2: number;
                                    readonly records: number;
                                    readonly rooms: number;
                                };
                            };
                            /** Format: date-time */
                            readonly requestedAt: string;
                            readonly requestedBy: string;
                            readonly stays: {
                                readonly assets: number;
                            };
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly checkDeletion: {
        readonly parameters: {
            readonly query?: {
                readonly after?: string;
            };
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly deletionID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "checked": 0,
                     *         "left": [
                     *           {
                     *             "store": "d1",
                     *             "kind": "collection",
                     *             "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *             "count": 1
                     *           }
                     *         ],
                     *         "next": ""
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly checked: number;
                            readonly left: readonly {
                                /** @description Rows, objects, passages, or events: counted up to 100 a table, 1,000 objects. */
                                readonly count: number;
                                readonly id: string;
                                /** @enum {string} */
                                readonly kind: "collection" | "thread" | "asset";
                                /** @enum {string} */
                                readonly store: "d1" | "r2" | "index" | "rooms";
                            }[];
                            /** @description The `after` of the next call; `""`: all of it was looked at. */
                            readonly next: string;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createDevice: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "deviceID": "device_01h455vb4pex5vsknk084sn02q"
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly deviceID: string;
                        };
                    };
                };
            };
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly modifyCollectionPermissions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "collectionId": "col_01h455vb4pex5vsknk084sn02q",
                 *       "userId": "user_01h455vb4pex5vsknk084sn02q",
                 *       "actions": [
                 *         "read"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly actions: readonly ("read" | "chat" | "write" | "share" | "own")[];
                    readonly collectionId: string | components["schemas"]["IdentifierBytes"];
                    readonly userId: string | components["schemas"]["IdentifierBytes"];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "message": "Done."
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly message: string;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listRecentAssets: {
        readonly parameters: {
            readonly query: {
                readonly page: number;
                readonly sort: string | readonly string[];
            };
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": [
                     *         {
                     *           "contentType": "application/pdf",
                     *           "displayName": "paper.pdf",
                     *           "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *           "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *           "lifecycleState": "ready",
                     *           "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *           "originalFilename": "paper.pdf",
                     *           "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *           "summary": "",
                     *           "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *           "userDisplayName": "Ada",
                     *           "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "deletedAt": {
                     *             "Time": "0001-01-01T00:00:00Z",
                     *             "Valid": false
                     *           },
                     *           "processingFailureReason": {
                     *             "String": "",
                     *             "Valid": false
                     *           },
                     *           "processingStatusText": {
                     *             "String": "",
                     *             "Valid": false
                     *           },
                     *           "filesize": 182044,
                     *           "textTokens": 9120,
                     *           "version": 3
                     *         }
                     *       ],
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: readonly components["schemas"]["AssetSummary"][];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listRecentThreads: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly offset?: number;
                readonly sort?: string | readonly string[];
            };
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "pagination": {
                     *           "count": 0,
                     *           "currentPage": 0,
                     *           "limit": 0,
                     *           "offset": 0,
                     *           "totalPages": 0,
                     *           "firstRecordOnPage": "",
                     *           "lastRecordOnPage": "",
                     *           "hasNextPage": true,
                     *           "hasPreviousPage": true
                     *         },
                     *         "result": {
                     *           "collections": {
                     *             "collections": {
                     *               "collectionKind": "root",
                     *               "description": "",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "icon": "",
                     *               "id": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "label": "Papers",
                     *               "lifecycleState": "active",
                     *               "organizationId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "tenantId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "path": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "version": 3
                     *             }
                     *           },
                     *           "entities": [
                     *             {
                     *               "actions": [
                     *                 "read"
                     *               ],
                     *               "collectionIds": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "flags": [
                     *                 []
                     *               ],
                     *               "data": {
                     *                 "threadId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "createdBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "organizationId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "tenantId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "label": "Papers",
                     *                 "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                 "lifecycleState": "active",
                     *                 "messageCount": 0,
                     *                 "version": 3,
                     *                 "createdAt": "2026-10-06T12:00:00.000Z",
                     *                 "modifiedAt": "2026-10-06T12:00:00.000Z"
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly pagination: {
                                readonly count: number;
                                readonly currentPage: number;
                                readonly firstRecordOnPage: string;
                                readonly hasNextPage: boolean;
                                readonly hasPreviousPage: boolean;
                                readonly lastRecordOnPage: string;
                                readonly limit: number;
                                readonly offset: number;
                                readonly totalPages: number;
                            };
                            readonly result: {
                                readonly collections: {
                                    readonly [key: string]: components["schemas"]["BareCollection"];
                                };
                                readonly entities: readonly {
                                    /** @description What the caller may do with it. */
                                    readonly actions: readonly ("read" | "chat" | "write" | "share" | "own")[];
                                    /** @description Its home first. */
                                    readonly collectionIds: readonly components["schemas"]["IdentifierBytes"][];
                                    readonly data: {
                                        /** Format: date-time */
                                        readonly createdAt: string;
                                        readonly createdBy: components["schemas"]["IdentifierBytes"];
                                        readonly etag: string;
                                        readonly label: string;
                                        /** @enum {string} */
                                        readonly lifecycleState: "active" | "deleted";
                                        readonly messageCount: number;
                                        /** Format: date-time */
                                        readonly modifiedAt: string;
                                        readonly organizationId: components["schemas"]["IdentifierBytes"];
                                        readonly tenantId: components["schemas"]["IdentifierBytes"];
                                        readonly threadId: components["schemas"]["IdentifierBytes"];
                                        readonly version: number;
                                    };
                                    /** @description One list for each of `collectionIds`: the flags of that link. */
                                    readonly flags: readonly (readonly string[])[];
                                }[];
                            };
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateOrganization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "retentionDays": 90
                 *     }
                 */
                readonly "application/json": {
                    /** @description Days. */
                    readonly retentionDays: number;
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "retentionDays": 1,
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "version": 3
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly etag: string;
                            readonly organizationId: components["schemas"]["IdentifierBytes"];
                            readonly retentionDays: number;
                            readonly version: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listOrganizationEvents: {
        readonly parameters: {
            readonly query?: {
                readonly actorId?: string;
                readonly from?: string;
                readonly limit?: number;
                readonly offset?: number;
                readonly operation?: string;
                readonly sort?: string | readonly string[];
                readonly targetId?: string;
                readonly to?: string;
            };
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly organizationId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "pagination": {
                     *           "count": 0,
                     *           "currentPage": 0,
                     *           "limit": 0,
                     *           "offset": 0,
                     *           "totalPages": 0,
                     *           "firstRecordOnPage": "",
                     *           "lastRecordOnPage": "",
                     *           "hasNextPage": true,
                     *           "hasPreviousPage": true
                     *         },
                     *         "records": [
                     *           {
                     *             "eventKey": "event_01h455vb4pex5vsknk084sn02q",
                     *             "at": "2026-10-06T12:00:00.000Z",
                     *             "actorId": "user_01h455vb4pex5vsknk084sn02q",
                     *             "actorDisplayName": "",
                     *             "operation": "",
                     *             "operationId": "op_01h455vb4pex5vsknk084sn02q",
                     *             "targetId": "",
                     *             "changes": {
                     *               "changes": ""
                     *             },
                     *             "units": 0
                     *           }
                     *         ],
                     *         "truncated": true
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly pagination: {
                                readonly count: number;
                                readonly currentPage: number;
                                readonly firstRecordOnPage: string;
                                readonly hasNextPage: boolean;
                                readonly hasPreviousPage: boolean;
                                readonly lastRecordOnPage: string;
                                readonly limit: number;
                                readonly offset: number;
                                readonly totalPages: number;
                            };
                            readonly records: readonly {
                                readonly actorDisplayName: string;
                                readonly actorId: string;
                                /** Format: date-time */
                                readonly at: string;
                                /** @description What changed: identifiers, actions and names of fields. Empty where operation and target say it all. */
                                readonly changes: {
                                    readonly [key: string]: string | number | readonly string[] | null;
                                };
                                readonly eventKey: string;
                                /** @description The operation's id in this document. */
                                readonly operation: string;
                                readonly operationId: string;
                                /** @description The record that was changed: an identifier of any kind. */
                                readonly targetId: string;
                                readonly units: number;
                            }[];
                            /** @description true when more match than are counted. */
                            readonly truncated: boolean;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listProcessingAssets: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
            };
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "assets": [
                     *           {
                     *             "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *             "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *             "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *             "displayName": "paper.pdf",
                     *             "originalFilename": "paper.pdf",
                     *             "contentType": "application/pdf",
                     *             "filesize": 182044,
                     *             "sha256": "",
                     *             "uploadedAt": "2026-10-06T12:00:00.000Z",
                     *             "signedSourceURL": "",
                     *             "artifactURLs": {
                     *               "html": "",
                     *               "markdown": "",
                     *               "transcription": "",
                     *               "text": "We conclude that engines can be analytical."
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly assets: readonly {
                                readonly artifactURLs: {
                                    readonly html: string;
                                    readonly markdown: string;
                                    readonly text: string;
                                    readonly transcription: string;
                                };
                                readonly contentType: string;
                                readonly displayName: string;
                                readonly filesize: number;
                                readonly id: string;
                                readonly organizationId: string;
                                readonly originalFilename: string;
                                readonly sha256: string;
                                readonly signedSourceURL: string;
                                readonly tenantId: string;
                                readonly uploadedAt: string | null;
                            }[];
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly searchPassages: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "query": "steam engine",
                 *       "collectionIds": [
                 *         "col_01h455vb4pex5vsknk084sn02q"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly assetIds?: readonly (string | components["schemas"]["IdentifierBytes"])[];
                    readonly collectionIds?: readonly (string | components["schemas"]["IdentifierBytes"])[];
                    /**
                     * @description asset: of each asset its best passage alone, so that `limit` counts assets; among the best 100 passages.
                     * @enum {string}
                     */
                    readonly groupBy?: "asset";
                    /** @default 20 */
                    readonly limit?: number;
                    readonly query: string;
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "passages": [
                     *           {
                     *             "assetId": "asset_01h455vb4pex5vsknk084sn02q",
                     *             "chunkId": "chunk_01h455vb4pex5vsknk084sn02q",
                     *             "collectionIds": [
                     *               "col_01h455vb4pex5vsknk084sn02q"
                     *             ],
                     *             "displayName": "paper.pdf",
                     *             "text": "We conclude that engines can be analytical.",
                     *             "start": 0,
                     *             "end": 25,
                     *             "page": 3,
                     *             "locator": {
                     *               "kind": "page",
                     *               "page": 3
                     *             },
                     *             "version": "",
                     *             "score": 0,
                     *             "matched": []
                     *           }
                     *         ],
                     *         "truncated": true
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly passages: readonly {
                                readonly assetId: string;
                                readonly chunkId: string;
                                readonly collectionIds: readonly string[];
                                readonly displayName: string;
                                readonly end: number;
                                /** @description Where the passage begins. */
                                readonly locator: components["schemas"]["Locator"] | null;
                                readonly matched: readonly string[];
                                readonly page: number;
                                readonly score: number;
                                readonly start: number;
                                readonly text: string;
                                readonly version: string;
                            }[];
                            /** @description true when some of what the user may read was not looked into: they may read in too many organizations. */
                            readonly truncated: boolean;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly shareCollections: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "actions": [
                 *         "read",
                 *         "chat"
                 *       ],
                 *       "collectionIds": [
                 *         "col_01h455vb4pex5vsknk084sn02q"
                 *       ],
                 *       "shareTo": [],
                 *       "shareToEmails": [
                 *         "grace@example.com"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly actions: readonly ("read" | "chat" | "write" | "share" | "own")[];
                    readonly collectionIds: readonly (string | components["schemas"]["IdentifierBytes"])[];
                    readonly shareTo: readonly (string | components["schemas"]["IdentifierBytes"])[];
                    readonly shareToEmails: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "existingUsers": [
                     *           {
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *             "displayName": "paper.pdf",
                     *             "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *             "id": "user_01h455vb4pex5vsknk084sn02q",
                     *             "lifecycleState": "ready",
                     *             "pictureUrl": "",
                     *             "primaryEmail": "",
                     *             "potentialScore": 0,
                     *             "version": 3
                     *           }
                     *         ],
                     *         "newUsers": [
                     *           {
                     *             "grants": [
                     *               {
                     *                 "action": "read",
                     *                 "collectionId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               }
                     *             ],
                     *             "inviteeEmail": "",
                     *             "issuedAt": "2026-10-06T12:00:00.000Z",
                     *             "issuedByDisplayName": "",
                     *             "issuedByUserId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "organizationId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "tenantId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "token": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "publicToken": ""
                     *           }
                     *         ]
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly existingUsers: readonly {
                                /** Format: date-time */
                                readonly createdAt: string;
                                readonly displayName: string;
                                readonly etag: string;
                                readonly id: string;
                                readonly lifecycleState: string;
                                /** Format: date-time */
                                readonly modifiedAt: string;
                                readonly pictureUrl: string;
                                readonly potentialScore: number;
                                /** @description For those who gave it, or share an organization or a collection with the person; empty for others. */
                                readonly primaryEmail: string;
                                readonly version: number;
                            }[];
                            readonly newUsers: readonly {
                                readonly grants: readonly {
                                    /** @enum {string} */
                                    readonly action: "read" | "chat" | "write" | "share" | "own";
                                    readonly collectionId: components["schemas"]["IdentifierBytes"];
                                }[];
                                readonly inviteeEmail: string;
                                /** Format: date-time */
                                readonly issuedAt: string;
                                readonly issuedByDisplayName: string;
                                readonly issuedByUserId: components["schemas"]["IdentifierBytes"] | null;
                                readonly organizationId: components["schemas"]["IdentifierBytes"];
                                readonly publicToken: string;
                                readonly tenantId: components["schemas"]["IdentifierBytes"];
                                readonly token: components["schemas"]["IdentifierBytes"];
                            }[];
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly createThread: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "assetIds": [],
                 *       "collectionId": "col_01h455vb4pex5vsknk084sn02q",
                 *       "collectionIds": [],
                 *       "label": "",
                 *       "organizationContext": {
                 *         "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                 *         "tenantId": "tenant_01h455vb4pex5vsknk084sn02q"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    readonly assetIds: readonly (string | components["schemas"]["IdentifierBytes"])[];
                    readonly collectionId: string | components["schemas"]["IdentifierBytes"];
                    readonly collectionIds: readonly (string | components["schemas"]["IdentifierBytes"])[];
                    readonly label: string;
                    readonly organizationContext: components["schemas"]["OrganizationContext"];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "activeAssets": [
                     *           {
                     *             "contentType": "application/pdf",
                     *             "displayName": "paper.pdf",
                     *             "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *             "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *             "lifecycleState": "ready",
                     *             "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *             "originalFilename": "paper.pdf",
                     *             "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *             "summary": "",
                     *             "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *             "userDisplayName": "Ada",
                     *             "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *             "deletedAt": {
                     *               "Time": "0001-01-01T00:00:00Z",
                     *               "Valid": false
                     *             },
                     *             "processingFailureReason": {
                     *               "String": "",
                     *               "Valid": false
                     *             },
                     *             "processingStatusText": {
                     *               "String": "",
                     *               "Valid": false
                     *             },
                     *             "filesize": 182044,
                     *             "textTokens": 9120,
                     *             "version": 3
                     *           }
                     *         ],
                     *         "collectionIDs": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "label": "Papers",
                     *         "lifecycleState": "active",
                     *         "knowledgeProvenance": {
                     *           "assetRef": {
                     *             "asset_01h455vb4pex5vsknk084sn02q": {
                     *               "contentType": "application/pdf",
                     *               "displayName": "paper.pdf",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *               "lifecycleState": "ready",
                     *               "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *               "originalFilename": "paper.pdf",
                     *               "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *               "summary": "",
                     *               "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *               "userDisplayName": "Ada",
                     *               "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *               "createdAt": "2026-10-06T12:00:00.000Z",
                     *               "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *               "deletedAt": {
                     *                 "Time": "0001-01-01T00:00:00Z",
                     *                 "Valid": false
                     *               },
                     *               "processingFailureReason": {
                     *                 "String": "",
                     *                 "Valid": false
                     *               },
                     *               "processingStatusText": {
                     *                 "String": "",
                     *                 "Valid": false
                     *               },
                     *               "filesize": 182044,
                     *               "textTokens": 9120,
                     *               "version": 3
                     *             }
                     *           },
                     *           "citations": {
                     *             "cite_01h455vb4pex5vsknk084sn02q": {
                     *               "assetId": "asset_01h455vb4pex5vsknk084sn02q",
                     *               "chunkId": "chunk_01h455vb4pex5vsknk084sn02q",
                     *               "messageId": "msg_01h455vb4pex5vsknk084sn02q",
                     *               "ordinal": 1,
                     *               "quote": "engines can be analytical",
                     *               "start": 0,
                     *               "end": 25,
                     *               "page": 3,
                     *               "locator": {
                     *                 "kind": "page",
                     *                 "page": 3
                     *               },
                     *               "version": ""
                     *             }
                     *           },
                     *           "collectionRef": {
                     *             "col_01h455vb4pex5vsknk084sn02q": {
                     *               "collectionKind": "root",
                     *               "description": "",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "icon": "",
                     *               "id": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "label": "Papers",
                     *               "lifecycleState": "active",
                     *               "organizationId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "tenantId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "path": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "version": 3
                     *             }
                     *           },
                     *           "inScope": {
                     *             "assetIDs": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "collectionIDs": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "mentions": {
                     *               "assets": [
                     *                 [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ]
                     *               ],
                     *               "collections": [
                     *                 [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ]
                     *               ]
                     *             },
                     *             "worldKnowledge": false
                     *           },
                     *           "pendingAssets": 0
                     *         },
                     *         "messages": [
                     *           {
                     *             "content": "The paper concludes that engines can be analytical. [1]",
                     *             "createdBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "id": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "inReplyTo": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "isComplete": true,
                     *             "kind": "promptV2",
                     *             "metadata": {
                     *               "createdAt": "2026-10-06T12:00:00.000Z",
                     *               "createdBy": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "deletedAt": null,
                     *               "deletedBy": null,
                     *               "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *               "modifiedBy": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             },
                     *             "recipients": [],
                     *             "textSuggestions": [],
                     *             "threadId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "transformationQueue": [],
                     *             "transformations": [],
                     *             "version": 3,
                     *             "worldKnowledge": false
                     *           }
                     *         ],
                     *         "metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         },
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "tenantId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "threadId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "permanentShareToken": [
                     *           {
                     *             "messageId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "sharedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "tokenId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "publicToken": "",
                     *             "shareMethod": "",
                     *             "sharedAt": "2026-10-06T12:00:00.000Z",
                     *             "sharedByDisplayName": "",
                     *             "sharedToEmails": []
                     *           }
                     *         ],
                     *         "version": 3
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: components["schemas"]["Thread"];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getThread: {
        readonly parameters: {
            readonly query?: {
                readonly messagesBefore?: string;
                readonly messagesLimit?: number;
                readonly publicAccessToken?: string;
            };
            readonly header?: {
                /** @description The `ETag` of an earlier answer: it stands for what this caller sees. */
                readonly "If-None-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly threadID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "activeAssets": [
                     *           {
                     *             "contentType": "application/pdf",
                     *             "displayName": "paper.pdf",
                     *             "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *             "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *             "lifecycleState": "ready",
                     *             "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *             "originalFilename": "paper.pdf",
                     *             "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *             "summary": "",
                     *             "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *             "userDisplayName": "Ada",
                     *             "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *             "deletedAt": {
                     *               "Time": "0001-01-01T00:00:00Z",
                     *               "Valid": false
                     *             },
                     *             "processingFailureReason": {
                     *               "String": "",
                     *               "Valid": false
                     *             },
                     *             "processingStatusText": {
                     *               "String": "",
                     *               "Valid": false
                     *             },
                     *             "filesize": 182044,
                     *             "textTokens": 9120,
                     *             "version": 3
                     *           }
                     *         ],
                     *         "collectionIDs": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "label": "Papers",
                     *         "lifecycleState": "active",
                     *         "knowledgeProvenance": {
                     *           "assetRef": {
                     *             "asset_01h455vb4pex5vsknk084sn02q": {
                     *               "contentType": "application/pdf",
                     *               "displayName": "paper.pdf",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *               "lifecycleState": "ready",
                     *               "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *               "originalFilename": "paper.pdf",
                     *               "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *               "summary": "",
                     *               "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *               "userDisplayName": "Ada",
                     *               "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *               "createdAt": "2026-10-06T12:00:00.000Z",
                     *               "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *               "deletedAt": {
                     *                 "Time": "0001-01-01T00:00:00Z",
                     *                 "Valid": false
                     *               },
                     *               "processingFailureReason": {
                     *                 "String": "",
                     *                 "Valid": false
                     *               },
                     *               "processingStatusText": {
                     *                 "String": "",
                     *                 "Valid": false
                     *               },
                     *               "filesize": 182044,
                     *               "textTokens": 9120,
                     *               "version": 3
                     *             }
                     *           },
                     *           "citations": {
                     *             "cite_01h455vb4pex5vsknk084sn02q": {
                     *               "assetId": "asset_01h455vb4pex5vsknk084sn02q",
                     *               "chunkId": "chunk_01h455vb4pex5vsknk084sn02q",
                     *               "messageId": "msg_01h455vb4pex5vsknk084sn02q",
                     *               "ordinal": 1,
                     *               "quote": "engines can be analytical",
                     *               "start": 0,
                     *               "end": 25,
                     *               "page": 3,
                     *               "locator": {
                     *                 "kind": "page",
                     *                 "page": 3
                     *               },
                     *               "version": ""
                     *             }
                     *           },
                     *           "collectionRef": {
                     *             "col_01h455vb4pex5vsknk084sn02q": {
                     *               "collectionKind": "root",
                     *               "description": "",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "icon": "",
                     *               "id": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "label": "Papers",
                     *               "lifecycleState": "active",
                     *               "organizationId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "tenantId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "path": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "version": 3
                     *             }
                     *           },
                     *           "inScope": {
                     *             "assetIDs": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "collectionIDs": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "mentions": {
                     *               "assets": [
                     *                 [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ]
                     *               ],
                     *               "collections": [
                     *                 [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ]
                     *               ]
                     *             },
                     *             "worldKnowledge": false
                     *           },
                     *           "pendingAssets": 0
                     *         },
                     *         "messages": [
                     *           {
                     *             "content": "The paper concludes that engines can be analytical. [1]",
                     *             "createdBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "id": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "inReplyTo": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "isComplete": true,
                     *             "kind": "promptV2",
                     *             "metadata": {
                     *               "createdAt": "2026-10-06T12:00:00.000Z",
                     *               "createdBy": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "deletedAt": null,
                     *               "deletedBy": null,
                     *               "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *               "modifiedBy": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             },
                     *             "recipients": [],
                     *             "textSuggestions": [],
                     *             "threadId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "transformationQueue": [],
                     *             "transformations": [],
                     *             "version": 3,
                     *             "worldKnowledge": false
                     *           }
                     *         ],
                     *         "metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         },
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "tenantId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "threadId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "permanentShareToken": [
                     *           {
                     *             "messageId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "sharedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "tokenId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "publicToken": "",
                     *             "shareMethod": "",
                     *             "sharedAt": "2026-10-06T12:00:00.000Z",
                     *             "sharedByDisplayName": "",
                     *             "sharedToEmails": []
                     *           }
                     *         ],
                     *         "version": 3
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: components["schemas"]["Thread"];
                    };
                };
            };
            /** @description The caller has this answer. */
            readonly 304: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly updateThread: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly threadID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "threadId": "thread_01h455vb4pex5vsknk084sn02q",
                 *       "label": "Engines"
                 *     }
                 */
                readonly "application/json": {
                    readonly label: string;
                    readonly threadId: string | components["schemas"]["IdentifierBytes"];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "activeAssets": [
                     *           {
                     *             "contentType": "application/pdf",
                     *             "displayName": "paper.pdf",
                     *             "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *             "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *             "lifecycleState": "ready",
                     *             "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *             "originalFilename": "paper.pdf",
                     *             "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *             "summary": "",
                     *             "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *             "userDisplayName": "Ada",
                     *             "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *             "deletedAt": {
                     *               "Time": "0001-01-01T00:00:00Z",
                     *               "Valid": false
                     *             },
                     *             "processingFailureReason": {
                     *               "String": "",
                     *               "Valid": false
                     *             },
                     *             "processingStatusText": {
                     *               "String": "",
                     *               "Valid": false
                     *             },
                     *             "filesize": 182044,
                     *             "textTokens": 9120,
                     *             "version": 3
                     *           }
                     *         ],
                     *         "collectionIDs": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "label": "Papers",
                     *         "lifecycleState": "active",
                     *         "knowledgeProvenance": {
                     *           "assetRef": {
                     *             "asset_01h455vb4pex5vsknk084sn02q": {
                     *               "contentType": "application/pdf",
                     *               "displayName": "paper.pdf",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *               "lifecycleState": "ready",
                     *               "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *               "originalFilename": "paper.pdf",
                     *               "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *               "summary": "",
                     *               "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *               "userDisplayName": "Ada",
                     *               "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *               "createdAt": "2026-10-06T12:00:00.000Z",
                     *               "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *               "deletedAt": {
                     *                 "Time": "0001-01-01T00:00:00Z",
                     *                 "Valid": false
                     *               },
                     *               "processingFailureReason": {
                     *                 "String": "",
                     *                 "Valid": false
                     *               },
                     *               "processingStatusText": {
                     *                 "String": "",
                     *                 "Valid": false
                     *               },
                     *               "filesize": 182044,
                     *               "textTokens": 9120,
                     *               "version": 3
                     *             }
                     *           },
                     *           "citations": {
                     *             "cite_01h455vb4pex5vsknk084sn02q": {
                     *               "assetId": "asset_01h455vb4pex5vsknk084sn02q",
                     *               "chunkId": "chunk_01h455vb4pex5vsknk084sn02q",
                     *               "messageId": "msg_01h455vb4pex5vsknk084sn02q",
                     *               "ordinal": 1,
                     *               "quote": "engines can be analytical",
                     *               "start": 0,
                     *               "end": 25,
                     *               "page": 3,
                     *               "locator": {
                     *                 "kind": "page",
                     *                 "page": 3
                     *               },
                     *               "version": ""
                     *             }
                     *           },
                     *           "collectionRef": {
                     *             "col_01h455vb4pex5vsknk084sn02q": {
                     *               "collectionKind": "root",
                     *               "description": "",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "icon": "",
                     *               "id": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "label": "Papers",
                     *               "lifecycleState": "active",
                     *               "organizationId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "tenantId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "path": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "version": 3
                     *             }
                     *           },
                     *           "inScope": {
                     *             "assetIDs": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "collectionIDs": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "mentions": {
                     *               "assets": [
                     *                 [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ]
                     *               ],
                     *               "collections": [
                     *                 [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ]
                     *               ]
                     *             },
                     *             "worldKnowledge": false
                     *           },
                     *           "pendingAssets": 0
                     *         },
                     *         "messages": [
                     *           {
                     *             "content": "The paper concludes that engines can be analytical. [1]",
                     *             "createdBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "id": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "inReplyTo": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "isComplete": true,
                     *             "kind": "promptV2",
                     *             "metadata": {
                     *               "createdAt": "2026-10-06T12:00:00.000Z",
                     *               "createdBy": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "deletedAt": null,
                     *               "deletedBy": null,
                     *               "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *               "modifiedBy": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             },
                     *             "recipients": [],
                     *             "textSuggestions": [],
                     *             "threadId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "transformationQueue": [],
                     *             "transformations": [],
                     *             "version": 3,
                     *             "worldKnowledge": false
                     *           }
                     *         ],
                     *         "metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         },
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "tenantId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "threadId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "permanentShareToken": [
                     *           {
                     *             "messageId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "sharedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "tokenId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "publicToken": "",
                     *             "shareMethod": "",
                     *             "sharedAt": "2026-10-06T12:00:00.000Z",
                     *             "sharedByDisplayName": "",
                     *             "sharedToEmails": []
                     *           }
                     *         ],
                     *         "version": 3
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: components["schemas"]["Thread"];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly checkCitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly citationId: string;
                readonly threadID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "citationId": "cite_01h455vb4pex5vsknk084sn02q",
                     *         "messageId": "msg_01h455vb4pex5vsknk084sn02q",
                     *         "assetId": "asset_01h455vb4pex5vsknk084sn02q",
                     *         "displayName": "paper.pdf",
                     *         "state": "valid",
                     *         "quote": "engines can be analytical",
                     *         "locator": {
                     *           "kind": "page",
                     *           "page": 3
                     *         },
                     *         "citedVersion": "",
                     *         "currentVersion": "",
                     *         "place": {
                     *           "version": "",
                     *           "start": 0,
                     *           "end": 25,
                     *           "before": "",
                     *           "quote": "engines can be analytical",
                     *           "after": "",
                     *           "url": ""
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly assetId: string;
                            readonly citationId: string;
                            /** @description The hash of the text that was cited. */
                            readonly citedVersion: string;
                            /** @description The hash of the asset's text now. */
                            readonly currentVersion: string;
                            readonly displayName: string;
                            /** @description Where it stood when it was cited; while the asset is deleted its page at most. */
                            readonly locator: components["schemas"]["Locator"] | null;
                            readonly messageId: string;
                            readonly place: {
                                readonly after: string;
                                /** @description Up to 240 code units that stand before it. */
                                readonly before: string;
                                readonly end: number;
                                readonly quote: string;
                                /** @description In UTF-16 code units. */
                                readonly start: number;
                                /** @description The text, with the place as a fragment in characters (RFC 5147). */
                                readonly url: string;
                                /** @description The text that the place is in. */
                                readonly version: string;
                            } | null;
                            /** @description As it was cited; "" while the asset is deleted. */
                            readonly quote: string;
                            /** @enum {string} */
                            readonly state: "valid" | "moved" | "changed" | "gone";
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly openThreadEvents: {
        readonly parameters: {
            readonly query?: {
                /** @description `text`: every identifier of the frames in its text spelling. */
                readonly identifiers?: "text" | "bytes";
                /** @description Of a stream: so many bytes of comment follow whatever goes out together. */
                readonly padding?: number;
                /** @description The last event that the client has; 0 for all that is kept. */
                readonly since?: number;
            };
            readonly header?: {
                /** @description Of a stream: the last event that the client has; it wins over `since`. */
                readonly "Last-Event-ID"?: number;
                /** @description Of a stream: `identifiers=text`, as in the query; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly threadID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The socket. */
            readonly 101: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The stream. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id: 7
                     *     data: {"renameThreadV1":{"createdBy":[],"kind":"renameThreadV1","label":"Engines","messageId":[]},"seq":7}
                     */
                    readonly "text/event-stream": string;
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly postMessage: {
        readonly parameters: {
            readonly query?: {
                readonly messagesLimit?: number;
            };
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly threadID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "messageContent": "What does the paper conclude?",
                 *       "messageKind": "promptV2",
                 *       "recipients": [],
                 *       "threadId": "thread_01h455vb4pex5vsknk084sn02q"
                 *     }
                 */
                readonly "application/json": {
                    readonly messageContent: string;
                    /** @enum {string} */
                    readonly messageKind: "promptV2" | "textV1" | "renameThreadV1";
                    readonly recipients: readonly string[];
                    readonly threadId: string | components["schemas"]["IdentifierBytes"];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "activeAssets": [
                     *           {
                     *             "contentType": "application/pdf",
                     *             "displayName": "paper.pdf",
                     *             "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *             "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *             "lifecycleState": "ready",
                     *             "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *             "originalFilename": "paper.pdf",
                     *             "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *             "summary": "",
                     *             "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *             "userDisplayName": "Ada",
                     *             "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *             "deletedAt": {
                     *               "Time": "0001-01-01T00:00:00Z",
                     *               "Valid": false
                     *             },
                     *             "processingFailureReason": {
                     *               "String": "",
                     *               "Valid": false
                     *             },
                     *             "processingStatusText": {
                     *               "String": "",
                     *               "Valid": false
                     *             },
                     *             "filesize": 182044,
                     *             "textTokens": 9120,
                     *             "version": 3
                     *           }
                     *         ],
                     *         "collectionIDs": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "label": "Papers",
                     *         "lifecycleState": "active",
                     *         "knowledgeProvenance": {
                     *           "assetRef": {
                     *             "asset_01h455vb4pex5vsknk084sn02q": {
                     *               "contentType": "application/pdf",
                     *               "displayName": "paper.pdf",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *               "lifecycleState": "ready",
                     *               "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *               "originalFilename": "paper.pdf",
                     *               "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *               "summary": "",
                     *               "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *               "userDisplayName": "Ada",
                     *               "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *               "createdAt": "2026-10-06T12:00:00.000Z",
                     *               "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *               "deletedAt": {
                     *                 "Time": "0001-01-01T00:00:00Z",
                     *                 "Valid": false
                     *               },
                     *               "processingFailureReason": {
                     *                 "String": "",
                     *                 "Valid": false
                     *               },
                     *               "processingStatusText": {
                     *                 "String": "",
                     *                 "Valid": false
                     *               },
                     *               "filesize": 182044,
                     *               "textTokens": 9120,
                     *               "version": 3
                     *             }
                     *           },
                     *           "citations": {
                     *             "cite_01h455vb4pex5vsknk084sn02q": {
                     *               "assetId": "asset_01h455vb4pex5vsknk084sn02q",
                     *               "chunkId": "chunk_01h455vb4pex5vsknk084sn02q",
                     *               "messageId": "msg_01h455vb4pex5vsknk084sn02q",
                     *               "ordinal": 1,
                     *               "quote": "engines can be analytical",
                     *               "start": 0,
                     *               "end": 25,
                     *               "page": 3,
                     *               "locator": {
                     *                 "kind": "page",
                     *                 "page": 3
                     *               },
                     *               "version": ""
                     *             }
                     *           },
                     *           "collectionRef": {
                     *             "col_01h455vb4pex5vsknk084sn02q": {
                     *               "collectionKind": "root",
                     *               "description": "",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "icon": "",
                     *               "id": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "label": "Papers",
                     *               "lifecycleState": "active",
                     *               "organizationId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "tenantId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "path": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "version": 3
                     *             }
                     *           },
                     *           "inScope": {
                     *             "assetIDs": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "collectionIDs": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "mentions": {
                     *               "assets": [
                     *                 [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ]
                     *               ],
                     *               "collections": [
                     *                 [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ]
                     *               ]
                     *             },
                     *             "worldKnowledge": false
                     *           },
                     *           "pendingAssets": 0
                     *         },
                     *         "messages": [
                     *           {
                     *             "content": "The paper concludes that engines can be analytical. [1]",
                     *             "createdBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "id": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "inReplyTo": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "isComplete": true,
                     *             "kind": "promptV2",
                     *             "metadata": {
                     *               "createdAt": "2026-10-06T12:00:00.000Z",
                     *               "createdBy": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "deletedAt": null,
                     *               "deletedBy": null,
                     *               "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *               "modifiedBy": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             },
                     *             "recipients": [],
                     *             "textSuggestions": [],
                     *             "threadId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "transformationQueue": [],
                     *             "transformations": [],
                     *             "version": 3,
                     *             "worldKnowledge": false
                     *           }
                     *         ],
                     *         "metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         },
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "tenantId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "threadId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "permanentShareToken": [
                     *           {
                     *             "messageId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "sharedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "tokenId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "publicToken": "",
                     *             "shareMethod": "",
                     *             "sharedAt": "2026-10-06T12:00:00.000Z",
                     *             "sharedByDisplayName": "",
                     *             "sharedToEmails": []
                     *           }
                     *         ],
                     *         "version": 3
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: components["schemas"]["Thread"];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly stopAnswer: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly messageID: string;
                readonly threadID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "activeAssets": [
                     *           {
                     *             "contentType": "application/pdf",
                     *             "displayName": "paper.pdf",
                     *             "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *             "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *             "lifecycleState": "ready",
                     *             "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *             "originalFilename": "paper.pdf",
                     *             "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *             "summary": "",
                     *             "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *             "userDisplayName": "Ada",
                     *             "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *             "deletedAt": {
                     *               "Time": "0001-01-01T00:00:00Z",
                     *               "Valid": false
                     *             },
                     *             "processingFailureReason": {
                     *               "String": "",
                     *               "Valid": false
                     *             },
                     *             "processingStatusText": {
                     *               "String": "",
                     *               "Valid": false
                     *             },
                     *             "filesize": 182044,
                     *             "textTokens": 9120,
                     *             "version": 3
                     *           }
                     *         ],
                     *         "collectionIDs": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "label": "Papers",
                     *         "lifecycleState": "active",
                     *         "knowledgeProvenance": {
                     *           "assetRef": {
                     *             "asset_01h455vb4pex5vsknk084sn02q": {
                     *               "contentType": "application/pdf",
                     *               "displayName": "paper.pdf",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *               "lifecycleState": "ready",
                     *               "organizationId": "org_01h455vb4pex5vsknk084sn02q",
                     *               "originalFilename": "paper.pdf",
                     *               "projectId": "project_01h455vb4pex5vsknk084sn02q",
                     *               "summary": "",
                     *               "tenantId": "tenant_01h455vb4pex5vsknk084sn02q",
                     *               "userDisplayName": "Ada",
                     *               "userId": "user_01h455vb4pex5vsknk084sn02q",
                     *               "createdAt": "2026-10-06T12:00:00.000Z",
                     *               "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *               "deletedAt": {
                     *                 "Time": "0001-01-01T00:00:00Z",
                     *                 "Valid": false
                     *               },
                     *               "processingFailureReason": {
                     *                 "String": "",
                     *                 "Valid": false
                     *               },
                     *               "processingStatusText": {
                     *                 "String": "",
                     *                 "Valid": false
                     *               },
                     *               "filesize": 182044,
                     *               "textTokens": 9120,
                     *               "version": 3
                     *             }
                     *           },
                     *           "citations": {
                     *             "cite_01h455vb4pex5vsknk084sn02q": {
                     *               "assetId": "asset_01h455vb4pex5vsknk084sn02q",
                     *               "chunkId": "chunk_01h455vb4pex5vsknk084sn02q",
                     *               "messageId": "msg_01h455vb4pex5vsknk084sn02q",
                     *               "ordinal": 1,
                     *               "quote": "engines can be analytical",
                     *               "start": 0,
                     *               "end": 25,
                     *               "page": 3,
                     *               "locator": {
                     *                 "kind": "page",
                     *                 "page": 3
                     *               },
                     *               "version": ""
                     *             }
                     *           },
                     *           "collectionRef": {
                     *             "col_01h455vb4pex5vsknk084sn02q": {
                     *               "collectionKind": "root",
                     *               "description": "",
                     *               "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *               "icon": "",
                     *               "id": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "label": "Papers",
                     *               "lifecycleState": "active",
                     *               "organizationId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "tenantId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "path": [
                     *                 [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               ],
                     *               "version": 3
                     *             }
                     *           },
                     *           "inScope": {
                     *             "assetIDs": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "collectionIDs": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "mentions": {
                     *               "assets": [
                     *                 [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ]
                     *               ],
                     *               "collections": [
                     *                 [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ]
                     *               ]
                     *             },
                     *             "worldKnowledge": false
                     *           },
                     *           "pendingAssets": 0
                     *         },
                     *         "messages": [
                     *           {
                     *             "content": "The paper concludes that engines can be analytical. [1]",
                     *             "createdBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "id": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "inReplyTo": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "isComplete": true,
                     *             "kind": "promptV2",
                     *             "metadata": {
                     *               "createdAt": "2026-10-06T12:00:00.000Z",
                     *               "createdBy": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "deletedAt": null,
                     *               "deletedBy": null,
                     *               "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *               "modifiedBy": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             },
                     *             "recipients": [],
                     *             "textSuggestions": [],
                     *             "threadId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "transformationQueue": [],
                     *             "transformations": [],
                     *             "version": 3,
                     *             "worldKnowledge": false
                     *           }
                     *         ],
                     *         "metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         },
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "tenantId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "threadId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "permanentShareToken": [
                     *           {
                     *             "messageId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "sharedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "tokenId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "publicToken": "",
                     *             "shareMethod": "",
                     *             "sharedAt": "2026-10-06T12:00:00.000Z",
                     *             "sharedByDisplayName": "",
                     *             "sharedToEmails": []
                     *           }
                     *         ],
                     *         "version": 3
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: components["schemas"]["Thread"];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly shareThread: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly threadID: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "threadId": "thread_01h455vb4pex5vsknk084sn02q",
                 *       "messageId": null,
                 *       "shareMethod": "link",
                 *       "shareTo": []
                 *     }
                 */
                readonly "application/json": {
                    readonly messageId?: (string | components["schemas"]["IdentifierBytes"]) | null;
                    /** @enum {string} */
                    readonly shareMethod: "link" | "email";
                    readonly shareTo: readonly string[];
                    readonly threadId: string | components["schemas"]["IdentifierBytes"];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "address": "",
                     *         "publicToken": "",
                     *         "tokenId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ]
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly address: string;
                            readonly publicToken: string;
                            readonly tokenId: components["schemas"]["IdentifierBytes"];
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly endThreadLink: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path: {
                readonly threadID: string;
                readonly tokenId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "message": "Done."
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly message: string;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly restoreThreads: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "threadIds": [
                 *         "thread_01h455vb4pex5vsknk084sn02q"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly threadIds: readonly (string | components["schemas"]["IdentifierBytes"])[];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "message": "Done."
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly message: string;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly tombstoneThreads: {
        readonly parameters: {
            readonly query?: {
                readonly threadIds?: string | readonly string[];
            };
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "threadIds": [
                 *         "thread_01h455vb4pex5vsknk084sn02q"
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    readonly threadIds?: readonly (string | components["schemas"]["IdentifierBytes"])[];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "message": "Done."
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly message: string;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly crawlUrl: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "collectionID": "col_01h455vb4pex5vsknk084sn02q",
                 *       "organizationID": "org_01h455vb4pex5vsknk084sn02q",
                 *       "tenantID": "tenant_01h455vb4pex5vsknk084sn02q",
                 *       "url": "https://example.com/article",
                 *       "processInBackground": true,
                 *       "processInThread": false
                 *     }
                 */
                readonly "application/json": {
                    readonly collectionID: string | components["schemas"]["IdentifierBytes"];
                    readonly organizationID: string | components["schemas"]["IdentifierBytes"];
                    readonly processInBackground: boolean;
                    readonly processInThread: boolean;
                    readonly tenantID: string | components["schemas"]["IdentifierBytes"];
                    readonly url: string;
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "chunkingStrategy": "",
                     *         "extractionStrategy": "",
                     *         "keywordStrategy": "",
                     *         "summaryStrategy": "",
                     *         "workerStrategy": "",
                     *         "collectionIds": [
                     *           [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         ],
                     *         "contentType": "application/pdf",
                     *         "displayName": "paper.pdf",
                     *         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *         "failureReason": "",
                     *         "originalFileName": "paper.pdf",
                     *         "processingErrMessage": "",
                     *         "processingMessage": "",
                     *         "signedURL": "https://knowledge.example.com/v1/assets/asset_01h455vb4pex5vsknk084sn02q/content?token=1.eyJ",
                     *         "summary": "",
                     *         "lifecycleState": "ready",
                     *         "embeddings": [
                     *           {
                     *             "model": "",
                     *             "state": "pending"
                     *           }
                     *         ],
                     *         "fileSize": 182044,
                     *         "textTokens": 9120,
                     *         "htmlArtifactTokenCount": 0,
                     *         "keywordsTokenCount": 0,
                     *         "markdownTokenCount": 0,
                     *         "summaryTokenCount": 0,
                     *         "transcriptionTokenCount": 0,
                     *         "version": 3,
                     *         "id": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "organizationId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "tenantId": [
                     *           1,
                     *           137,
                     *           10,
                     *           93,
                     *           172,
                     *           150,
                     *           119,
                     *           75,
                     *           188,
                     *           206,
                     *           179,
                     *           2,
                     *           9,
                     *           154,
                     *           128,
                     *           87
                     *         ],
                     *         "keywords": [],
                     *         "lifecyclesCompleted": [],
                     *         "producedEmbeddings": true,
                     *         "producedHTMLArtifact": true,
                     *         "producedKeywords": true,
                     *         "producedMarkdownArtifact": true,
                     *         "producedSummary": true,
                     *         "producedTranscriptionArtifact": true,
                     *         "references": [
                     *           {
                     *             "referenceId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedFor": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "referencedAt": "2026-10-06T12:00:00.000Z",
                     *             "vendor": "",
                     *             "vendorIdentifier": ""
                     *           }
                     *         ],
                     *         "metadata": {
                     *           "createdAt": "2026-10-06T12:00:00.000Z",
                     *           "createdBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "deletedAt": null,
                     *           "deletedBy": null,
                     *           "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *           "modifiedBy": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "lastReadyAt": "2026-10-06T12:00:00.000Z",
                     *           "lastReferencedAt": "2026-10-06T12:00:00.000Z",
                     *           "uploadedAt": "2026-10-06T12:00:00.000Z",
                     *           "embeddings": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "extract": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "processing": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "summarize": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           },
                     *           "transcribe": {
                     *             "completedAt": "2026-10-06T12:00:00.000Z",
                     *             "failedAt": "2026-10-06T12:00:00.000Z",
                     *             "occurredAt": "2026-10-06T12:00:00.000Z",
                     *             "startAt": "2026-10-06T12:00:00.000Z",
                     *             "count": 0,
                     *             "failedReason": "",
                     *             "message": "Done.",
                     *             "statusCode": 0,
                     *             "step": "embeddings"
                     *           }
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: components["schemas"]["Asset"];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly mergeUsers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "newUserID": "user_01h455vb4pex5vsknk084sn02q",
                 *       "oldUserId": "user_01h455vb4pex5vsknk084sn02r",
                 *       "reason": "Two accounts of one person"
                 *     }
                 */
                readonly "application/json": {
                    readonly newUserID: string | components["schemas"]["IdentifierBytes"];
                    readonly oldUserId: string | components["schemas"]["IdentifierBytes"];
                    readonly reason: string;
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "assets": {
                     *           "assets": [],
                     *           "recent": [],
                     *           "references": []
                     *         },
                     *         "collectionPaths": [
                     *           {
                     *             "collection_id": "",
                     *             "new_path": "",
                     *             "old_path": ""
                     *           }
                     *         ],
                     *         "collections": [
                     *           {
                     *             "created_by": "",
                     *             "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *             "last_asset_by": "",
                     *             "last_chat_by": ""
                     *           }
                     *         ],
                     *         "joinTables": {
                     *           "assets_to_col": [
                     *             {
                     *               "created_by": "",
                     *               "deleted_by": "",
                     *               "join_id": "",
                     *               "modified_by": ""
                     *             }
                     *           ],
                     *           "threads_to_col": [
                     *             {
                     *               "created_by": "",
                     *               "deleted_by": "",
                     *               "join_id": "",
                     *               "modified_by": ""
                     *             }
                     *           ]
                     *         },
                     *         "permissions": {
                     *           "deleted": [
                     *             {
                     *               "action": "",
                     *               "collection_id": "",
                     *               "user_id": ""
                     *             }
                     *           ],
                     *           "updated": [
                     *             {
                     *               "action": "",
                     *               "collection_id": "",
                     *               "created_by": "",
                     *               "user_id": ""
                     *             }
                     *           ]
                     *         },
                     *         "teams": [
                     *           {
                     *             "created_by": "",
                     *             "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *             "modified_by": ""
                     *           }
                     *         ],
                     *         "threads": {
                     *           "recent": [],
                     *           "threads": []
                     *         },
                     *         "tokens": [
                     *           {
                     *             "token": ""
                     *           }
                     *         ],
                     *         "workingContext": [
                     *           {
                     *             "organization_id": "",
                     *             "tenant_id": "",
                     *             "user_id": ""
                     *           }
                     *         ]
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly assets: {
                                readonly assets: readonly string[];
                                readonly recent: readonly string[];
                                readonly references: readonly string[];
                            };
                            readonly collectionPaths: readonly {
                                readonly collection_id: string;
                                readonly new_path: string;
                                readonly old_path: string;
                            }[];
                            readonly collections: readonly {
                                readonly created_by: string;
                                readonly id: string;
                                readonly last_asset_by: string;
                                readonly last_chat_by: string;
                            }[];
                            readonly joinTables: {
                                readonly assets_to_col: readonly {
                                    readonly created_by: string;
                                    readonly deleted_by: string;
                                    readonly join_id: string;
                                    readonly modified_by: string;
                                }[];
                                readonly threads_to_col: readonly {
                                    readonly created_by: string;
                                    readonly deleted_by: string;
                                    readonly join_id: string;
                                    readonly modified_by: string;
                                }[];
                            };
                            readonly permissions: {
                                readonly deleted: readonly {
                                    readonly action: string;
                                    readonly collection_id: string;
                                    readonly user_id: string;
                                }[];
                                readonly updated: readonly {
                                    readonly action: string;
                                    readonly collection_id: string;
                                    readonly created_by: string;
                                    readonly user_id: string;
                                }[];
                            };
                            readonly teams: readonly {
                                readonly created_by: string;
                                readonly id: string;
                                readonly modified_by: string;
                            }[];
                            readonly threads: {
                                readonly recent: readonly string[];
                                readonly threads: readonly string[];
                            };
                            readonly tokens: readonly {
                                readonly token: string;
                            }[];
                            readonly workingContext: readonly {
                                readonly organization_id: string;
                                readonly tenant_id: string;
                                readonly user_id: string;
                            }[];
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 404: components["responses"]["NotFound"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly syncUser: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The same key with the same body within 24 hours changes nothing again. */
                readonly "Idempotency-Key"?: string;
                /** @description Changes the record only while it is of this `ETag`; what else of it the caller sees may differ. */
                readonly "If-Match"?: string;
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "defaultOrganizationDisplayName": "Analytical Engines",
                 *       "defaultOrganizationName": "analytical-engines",
                 *       "defaultOrganizationSlug": "",
                 *       "defaultProjectDisplayName": "First project",
                 *       "defaultProjectName": "first-project",
                 *       "defaultProjectSlug": "",
                 *       "deviceID": "laptop",
                 *       "displayName": "Ada",
                 *       "email": "ada@example.com",
                 *       "isEmailVerified": true,
                 *       "locale": "en",
                 *       "photoURL": "",
                 *       "userAgent": "curl"
                 *     }
                 */
                readonly "application/json": {
                    readonly defaultFavoritesCollectionLabel?: string;
                    readonly defaultOrganizationCollectionLabel?: string;
                    readonly defaultOrganizationDisplayName: string;
                    readonly defaultOrganizationName: string;
                    readonly defaultOrganizationSlug: string;
                    readonly defaultPersonalCollectionLabel?: string;
                    readonly defaultProjectDisplayName: string;
                    readonly defaultProjectName: string;
                    readonly defaultProjectSlug: string;
                    readonly deviceID: string;
                    readonly displayName: string;
                    readonly email: string;
                    readonly isEmailVerified: boolean;
                    readonly locale: string;
                    /** @description An https URL; another one takes the picture away. "": the token's `picture`. */
                    readonly photoURL: string;
                    readonly userAgent: string;
                    /** @default [] */
                    readonly workflowVariants?: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": {
                     *         "didSignUp": true,
                     *         "tokenRefreshReason": "",
                     *         "tokenRefreshRequired": true,
                     *         "user": {
                     *           "address": [
                     *             {
                     *               "city": "",
                     *               "country": "",
                     *               "countryCode": "",
                     *               "extendedAddress": "",
                     *               "formatted": "",
                     *               "metadata": {
                     *                 "createdAt": "2026-10-06T12:00:00.000Z",
                     *                 "createdBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "deletedAt": null,
                     *                 "deletedBy": null,
                     *                 "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *                 "modifiedBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               },
                     *               "poBox": "",
                     *               "postalCode": "",
                     *               "region": "",
                     *               "streetAddress": "",
                     *               "type": ""
                     *             }
                     *           ],
                     *           "authDisplayName": "",
                     *           "authPictureURL": "",
                     *           "displayName": "paper.pdf",
                     *           "email": "ada@example.com",
                     *           "familyName": "",
                     *           "givenName": "",
                     *           "locale": "en",
                     *           "phoneticName": "",
                     *           "pictureURL": "",
                     *           "slug": "",
                     *           "lifecycleState": "active",
                     *           "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *           "emails": [
                     *             {
                     *               "email": "ada@example.com",
                     *               "type": "",
                     *               "verifiedAt": "2026-10-06T12:00:00.000Z"
                     *             }
                     *           ],
                     *           "externalIdentifiers": [
                     *             {
                     *               "id": "asset_01h455vb4pex5vsknk084sn02q",
                     *               "label": "Papers",
                     *               "metadata": {
                     *                 "createdAt": "2026-10-06T12:00:00.000Z",
                     *                 "createdBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "deletedAt": null,
                     *                 "deletedBy": null,
                     *                 "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *                 "modifiedBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               }
                     *             }
                     *           ],
                     *           "id": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "maintenanceActivities": [
                     *             {
                     *               "activity": "",
                     *               "applied_at": "2026-10-06T12:00:00.000Z"
                     *             }
                     *           ],
                     *           "markedForAbuseAt": null,
                     *           "markedForAbuseBy": null,
                     *           "metadata": {
                     *             "createdAt": "2026-10-06T12:00:00.000Z",
                     *             "createdBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "deletedAt": null,
                     *             "deletedBy": null,
                     *             "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *             "modifiedBy": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "markedForAbuseAt": null,
                     *             "markedForAbuseBy": null
                     *           },
                     *           "organizations": [
                     *             {
                     *               "costCenter": "",
                     *               "department": "",
                     *               "occupation": "",
                     *               "title": "",
                     *               "metadata": {
                     *                 "createdAt": "2026-10-06T12:00:00.000Z",
                     *                 "createdBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "deletedAt": null,
                     *                 "deletedBy": null,
                     *                 "modifiedAt": "2026-10-06T12:00:00.000Z",
                     *                 "modifiedBy": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ]
                     *               },
                     *               "organizationId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ],
                     *               "tenantId": [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             }
                     *           ],
                     *           "potentialScore": 0,
                     *           "version": 3
                     *         },
                     *         "workingContext": {
                     *           "CollectionTree": [
                     *             {
                     *               "collection": {
                     *                 "collectionKind": "root",
                     *                 "description": "",
                     *                 "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                 "icon": "",
                     *                 "id": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "label": "Papers",
                     *                 "lifecycleState": "active",
                     *                 "organizationId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "tenantId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "path": [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ],
                     *                 "version": 3
                     *               },
                     *               "children": [
                     *                 {
                     *                   "collection": {
                     *                     "collectionKind": "root",
                     *                     "description": "",
                     *                     "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                     "icon": "",
                     *                     "id": [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ],
                     *                     "label": "Papers",
                     *                     "lifecycleState": "active",
                     *                     "organizationId": [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ],
                     *                     "tenantId": [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ],
                     *                     "path": [],
                     *                     "version": 3
                     *                   },
                     *                   "children": [
                     *                     {
                     *                       "collection": {
                     *                         "collectionKind": "root",
                     *                         "description": "",
                     *                         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                         "icon": "",
                     *                         "id": [
                     *                           1,
                     *                           137,
                     *                           10,
                     *                           93,
                     *                           172,
                     *                           150,
                     *                           119,
                     *                           75,
                     *                           188,
                     *                           206,
                     *                           179,
                     *                           2,
                     *                           9,
                     *                           154,
                     *                           128,
                     *                           87
                     *                         ],
                     *                         "label": "Papers",
                     *                         "lifecycleState": "active",
                     *                         "organizationId": [
                     *                           1,
                     *                           137,
                     *                           10,
                     *                           93,
                     *                           172,
                     *                           150,
                     *                           119,
                     *                           75,
                     *                           188,
                     *                           206,
                     *                           179,
                     *                           2,
                     *                           9,
                     *                           154,
                     *                           128,
                     *                           87
                     *                         ],
                     *                         "tenantId": [
                     *                           1,
                     *                           137,
                     *                           10,
                     *                           93,
                     *                           172,
                     *                           150,
                     *                           119,
                     *                           75,
                     *                           188,
                     *                           206,
                     *                           179,
                     *                           2,
                     *                           9,
                     *                           154,
                     *                           128,
                     *                           87
                     *                         ],
                     *                         "path": [],
                     *                         "version": 3
                     *                       },
                     *                       "children": []
                     *                     }
                     *                   ]
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "collectionTreeTruncated": true,
                     *           "organizationId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ],
                     *           "tenantId": [
                     *             1,
                     *             137,
                     *             10,
                     *             93,
                     *             172,
                     *             150,
                     *             119,
                     *             75,
                     *             188,
                     *             206,
                     *             179,
                     *             2,
                     *             9,
                     *             154,
                     *             128,
                     *             87
                     *           ]
                     *         }
                     *       },
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: {
                            readonly didSignUp: boolean;
                            /** @enum {string} */
                            readonly tokenRefreshReason: "" | "email_verification_changed" | "account_merged";
                            readonly tokenRefreshRequired: boolean;
                            readonly user: components["schemas"]["User"];
                            readonly workingContext: {
                                readonly CollectionTree: readonly components["schemas"]["CollectionTreeNode"][];
                                /**
                                 * @description Something was left out: `GET /v1/users/self/collection-tree` reads on.
                                 * @constant
                                 */
                                readonly collectionTreeTruncated?: true;
                                readonly organizationId: components["schemas"]["IdentifierBytes"];
                                readonly tenantId: components["schemas"]["IdentifierBytes"];
                            };
                        };
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 412: components["responses"]["Aborted"];
            readonly 413: components["responses"]["TooLarge"];
            readonly 415: components["responses"]["WrongType"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getCollectionTree: {
        readonly parameters: {
            readonly query?: {
                readonly limit?: number;
                readonly offset?: number;
                readonly root?: string;
            };
            readonly header?: {
                /** @description `identifiers=text`: every identifier of the answer in its text spelling; `Preference-Applied` says so. */
                readonly Prefer?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Done. */
            readonly 200: {
                headers: {
                    /** @description The operation id. */
                    readonly "x-operation-id"?: string;
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "code": "ok",
                     *       "data": [
                     *         {
                     *           "collection": {
                     *             "collectionKind": "root",
                     *             "description": "",
                     *             "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *             "icon": "",
                     *             "id": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "label": "Papers",
                     *             "lifecycleState": "active",
                     *             "organizationId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "tenantId": [
                     *               1,
                     *               137,
                     *               10,
                     *               93,
                     *               172,
                     *               150,
                     *               119,
                     *               75,
                     *               188,
                     *               206,
                     *               179,
                     *               2,
                     *               9,
                     *               154,
                     *               128,
                     *               87
                     *             ],
                     *             "path": [
                     *               [
                     *                 1,
                     *                 137,
                     *                 10,
                     *                 93,
                     *                 172,
                     *                 150,
                     *                 119,
                     *                 75,
                     *                 188,
                     *                 206,
                     *                 179,
                     *                 2,
                     *                 9,
                     *                 154,
                     *                 128,
                     *                 87
                     *               ]
                     *             ],
                     *             "version": 3
                     *           },
                     *           "children": [
                     *             {
                     *               "collection": {
                     *                 "collectionKind": "root",
                     *                 "description": "",
                     *                 "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                 "icon": "",
                     *                 "id": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "label": "Papers",
                     *                 "lifecycleState": "active",
                     *                 "organizationId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "tenantId": [
                     *                   1,
                     *                   137,
                     *                   10,
                     *                   93,
                     *                   172,
                     *                   150,
                     *                   119,
                     *                   75,
                     *                   188,
                     *                   206,
                     *                   179,
                     *                   2,
                     *                   9,
                     *                   154,
                     *                   128,
                     *                   87
                     *                 ],
                     *                 "path": [
                     *                   [
                     *                     1,
                     *                     137,
                     *                     10,
                     *                     93,
                     *                     172,
                     *                     150,
                     *                     119,
                     *                     75,
                     *                     188,
                     *                     206,
                     *                     179,
                     *                     2,
                     *                     9,
                     *                     154,
                     *                     128,
                     *                     87
                     *                   ]
                     *                 ],
                     *                 "version": 3
                     *               },
                     *               "children": [
                     *                 {
                     *                   "collection": {
                     *                     "collectionKind": "root",
                     *                     "description": "",
                     *                     "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                     "icon": "",
                     *                     "id": [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ],
                     *                     "label": "Papers",
                     *                     "lifecycleState": "active",
                     *                     "organizationId": [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ],
                     *                     "tenantId": [
                     *                       1,
                     *                       137,
                     *                       10,
                     *                       93,
                     *                       172,
                     *                       150,
                     *                       119,
                     *                       75,
                     *                       188,
                     *                       206,
                     *                       179,
                     *                       2,
                     *                       9,
                     *                       154,
                     *                       128,
                     *                       87
                     *                     ],
                     *                     "path": [],
                     *                     "version": 3
                     *                   },
                     *                   "children": [
                     *                     {
                     *                       "collection": {
                     *                         "collectionKind": "root",
                     *                         "description": "",
                     *                         "etag": "01h455vb4pex5vsknk084sn02q-3",
                     *                         "icon": "",
                     *                         "id": [
                     *                           1,
                     *                           137,
                     *                           10,
                     *                           93,
                     *                           172,
                     *                           150,
                     *                           119,
                     *                           75,
                     *                           188,
                     *                           206,
                     *                           179,
                     *                           2,
                     *                           9,
                     *                           154,
                     *                           128,
                     *                           87
                     *                         ],
                     *                         "label": "Papers",
                     *                         "lifecycleState": "active",
                     *                         "organizationId": [
                     *                           1,
                     *                           137,
                     *                           10,
                     *                           93,
                     *                           172,
                     *                           150,
                     *                           119,
                     *                           75,
                     *                           188,
                     *                           206,
                     *                           179,
                     *                           2,
                     *                           9,
                     *                           154,
                     *                           128,
                     *                           87
                     *                         ],
                     *                         "tenantId": [
                     *                           1,
                     *                           137,
                     *                           10,
                     *                           93,
                     *                           172,
                     *                           150,
                     *                           119,
                     *                           75,
                     *                           188,
                     *                           206,
                     *                           179,
                     *                           2,
                     *                           9,
                     *                           154,
                     *                           128,
                     *                           87
                     *                         ],
                     *                         "path": [],
                     *                         "version": 3
                     *                       },
                     *                       "children": []
                     *                     }
                     *                   ]
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "details": {
                     *         "consumption": {
                     *           "units": 0
                     *         },
                     *         "operation": {
                     *           "duration": 12,
                     *           "operationId": "op_01h455vb4pex5vsknk084sn02q"
                     *         }
                     *       },
                     *       "done": true,
                     *       "eventKey": "",
                     *       "message": "Done."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Envelope"] & {
                        readonly data: readonly components["schemas"]["CollectionTreeNode"][];
                    };
                };
            };
            readonly 400: components["responses"]["InvalidArgument"];
            readonly 401: components["responses"]["Unauthenticated"];
            readonly 403: components["responses"]["PermissionDenied"];
            readonly 409: components["responses"]["FailedPrecondition"];
            readonly 429: components["responses"]["ResourceExhausted"];
            readonly 500: components["responses"]["Internal"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
}
