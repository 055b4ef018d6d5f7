/**
 * Removes a multipart upload from the bucket: its parts, or its object if it was complete. Safe to repeat.
 * @throws the bucket's error if it cannot be reached
 */
export async function endMultipart(bucket: R2Bucket, { objectKey, uploadId }: { objectKey: string; uploadId: string }): Promise<void> {
  try {
    await bucket.resumeMultipartUpload(objectKey, uploadId).abort();
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  await bucket.delete(objectKey);
}

/** The bucket's error for an unknown upload, either completed or ended. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Error && /\(10024\)|does not exist/.test(error.message);
}
