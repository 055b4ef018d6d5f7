/**
 * The types of workerd that the DOM's types hide. Test helpers import code of the service, and tests run
 * functions in pages.
 */
interface SubtleCrypto {
  timingSafeEqual(a: ArrayBuffer | ArrayBufferView, b: ArrayBuffer | ArrayBufferView): boolean;
}
interface Crypto {
  readonly DigestStream: new (algorithm: string) => WritableStream<ArrayBuffer | ArrayBufferView> & {
    readonly digest: Promise<ArrayBuffer>;
  };
}
interface ReadableStreamBYOBReader {
  readAtLeast<T extends ArrayBufferView>(min: number, view: T): Promise<ReadableStreamReadResult<T>>;
}
