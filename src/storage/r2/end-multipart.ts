/**
 * Removes a multipart upload from the bucket: its parts, or its object if the upload was completed. The call
 * is idempotent.
 * @throws the bucket's error if the bucket is unavailable
 */
export async function endMultipart(
  bucket: R2Bucket,
  { objectKey, uploadId }: { objectKey: string; uploadId: string },
): Promise<void> {
  try {
    await bucket.resumeMultipartUpload(objectKey, uploadId).abort();
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  await bucket.delete(objectKey);
}

/** Whether R2 reports an unknown upload, which was completed or aborted earlier. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Error && /\(10024\)|does not exist/.test(error.message);
}
