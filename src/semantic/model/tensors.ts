/**
 * A file of named arrays: header length (u32, little endian), JSON header, then the arrays, each aligned to
 * 16 bytes.
 */
interface Entry {
  readonly name: string;
  readonly type: "i8" | "f32";
  readonly shape: readonly number[];
  /** Byte offset from the first array. */
  readonly at: number;
}

export interface Tensor<Values extends Int8Array | Float32Array = Int8Array | Float32Array> {
  readonly shape: readonly number[];
  readonly values: Values;
}

export class Tensors {
  readonly #tensors: ReadonlyMap<string, Tensor>;

  /** @throws Error when the file has an unknown format */
  constructor(file: ArrayBuffer) {
    const headerBytes = new DataView(file).getUint32(0, true);
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(file, 4, headerBytes))) as Entry[];
    const start = alignedEnd(4 + headerBytes);
    this.#tensors = new Map(header.map((entry) => [entry.name, read(file, start, entry)]));
  }

  bytes(name: string): Tensor<Int8Array> {
    return this.#get(name, Int8Array);
  }

  floats(name: string): Tensor<Float32Array> {
    return this.#get(name, Float32Array);
  }

  /** The total size of all byte arrays, each aligned to 16 bytes. */
  byteCount(): number {
    const sizes = [...this.#tensors.values()].map(({ values }) =>
      values instanceof Int8Array ? alignedEnd(values.length) : 0,
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  #get<Values extends Int8Array | Float32Array>(
    name: string,
    type: new (length: number) => Values,
  ): Tensor<Values> {
    const tensor = this.#tensors.get(name);
    if (!(tensor?.values instanceof type)) throw new Error(`There are no weights "${name}".`);
    return { shape: tensor.shape, values: tensor.values };
  }
}

/** Writes the file format that `Tensors` reads. */
export function writeTensors(tensors: ReadonlyMap<string, Tensor>): Uint8Array<ArrayBuffer> {
  let at = 0;
  const entries = [...tensors].map(([name, { shape, values }]): Entry => {
    const entry: Entry = { name, type: values instanceof Int8Array ? "i8" : "f32", shape, at };
    at = alignedEnd(at + values.byteLength);
    return entry;
  });
  const header = new TextEncoder().encode(JSON.stringify(entries));
  const start = alignedEnd(4 + header.length);
  const file = new Uint8Array(start + at);
  new DataView(file.buffer).setUint32(0, header.length, true);
  file.set(header, 4);
  for (const entry of entries) {
    const { buffer, byteOffset, byteLength } = tensors.get(entry.name)?.values ?? new Int8Array();
    file.set(new Uint8Array(buffer, byteOffset, byteLength), start + entry.at);
  }
  return file;
}

function read(file: ArrayBuffer, start: number, { type, shape, at }: Entry): Tensor {
  const length = shape.reduce((product, size) => product * size, 1);
  return { shape, values: new (type === "i8" ? Int8Array : Float32Array)(file, start + at, length) };
}

function alignedEnd(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}
