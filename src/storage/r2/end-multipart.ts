/**
 * Takes an upload in parts out of the bucket: its parts, or where it was completed after all, its object. Harmless when said again.
 * @throws whatever the bucket throws when it cannot be reached
 */
export async function endMultipart(bucket: R2Bucket, { objectKey, uploadId }: { objectKey: string; uploadId: string }): Promise<void> {
  try {
    await bucket.resumeMultipartUpload(objectKey, uploadId).abort();
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  await bucket.delete(objectKey);
}

/** How the bucket says that it knows no such upload: it was completed, or ended. */
export function isGone(error: unknown): boolean {
  return error instanceof Error && /\(10024\)|does not exist/.test(error.message);
}
