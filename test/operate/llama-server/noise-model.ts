/** An untrained language model: one layer of noise over bytes, in llama.cpp's file format. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../../../tools/eval/data/seeded.ts";
import { newFolder } from "../../support/fixtures/folders.ts";

const WIDTH = 32;
const INNER_WIDTH = 64;
/** In tokens of one byte. */
export const CONTEXT = 65_536;
const ALIGNMENT = 32;
/**
 * GGUF's numbers of value types and token types: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 */
const [UINT32, INT32, FLOAT32, BOOL, STRING, ARRAY] = [4, 5, 6, 7, 8, 9] as const;
const [NORMAL, UNKNOWN, CONTROL, BYTE] = [1, 2, 3, 6] as const;
const TEMPLATE = "{% for m in messages %}{{ m.role }}: {{ m.content }}\n{% endfor %}assistant: ";

const hex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, "0");
const BYTES = Array.from({ length: 256 }, (_, byte) => `<0x${hex(byte)}>`);
/** The last one stands for a space. */
const TOKENS = ["<unk>", "<s>", "</s>", ...BYTES, "▁"];
const TOKEN_TYPES = [UNKNOWN, CONTROL, CONTROL, ...BYTES.map(() => BYTE), NORMAL];

const TENSORS: readonly (readonly [name: string, ...shape: number[]])[] = [
  ["token_embd.weight", WIDTH, TOKENS.length],
  ["output_norm.weight", WIDTH],
  ["output.weight", WIDTH, TOKENS.length],
  ["blk.0.attn_norm.weight", WIDTH],
  ...["q", "k", "v", "output"].map((name) => [`blk.0.attn_${name}.weight`, WIDTH, WIDTH] as const),
  ["blk.0.ffn_norm.weight", WIDTH],
  ["blk.0.ffn_gate.weight", WIDTH, INNER_WIDTH],
  ["blk.0.ffn_up.weight", WIDTH, INNER_WIDTH],
  ["blk.0.ffn_down.weight", INNER_WIDTH, WIDTH],
];

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function float32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

const text = (value: string): Buffer => Buffer.concat([uint64(Buffer.byteLength(value)), Buffer.from(value)]);
const arrayOf = (type: number, values: readonly Buffer[]): Buffer =>
  Buffer.concat([uint32(type), uint64(values.length), ...values]);
const aligned = (bytes: Buffer): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT)]);

const SETTINGS: readonly (readonly [key: string, type: number, value: Buffer])[] = [
  ["general.architecture", STRING, text("llama")],
  ["general.name", STRING, text("noise")],
  ["llama.block_count", UINT32, uint32(1)],
  ["llama.context_length", UINT32, uint32(CONTEXT)],
  ["llama.embedding_length", UINT32, uint32(WIDTH)],
  ["llama.feed_forward_length", UINT32, uint32(INNER_WIDTH)],
  ["llama.attention.head_count", UINT32, uint32(1)],
  ["llama.attention.layer_norm_rms_epsilon", FLOAT32, float32(1e-5)],
  ["llama.rope.dimension_count", UINT32, uint32(WIDTH)],
  ["llama.vocab_size", UINT32, uint32(TOKENS.length)],
  ["tokenizer.ggml.model", STRING, text("llama")],
  ["tokenizer.ggml.tokens", ARRAY, arrayOf(STRING, TOKENS.map(text))],
  [
    "tokenizer.ggml.scores",
    ARRAY,
    arrayOf(
      FLOAT32,
      TOKENS.map(() => float32(0)),
    ),
  ],
  ["tokenizer.ggml.token_type", ARRAY, arrayOf(INT32, TOKEN_TYPES.map(uint32))],
  ["tokenizer.ggml.unknown_token_id", UINT32, uint32(0)],
  ["tokenizer.ggml.bos_token_id", UINT32, uint32(1)],
  ["tokenizer.ggml.eos_token_id", UINT32, uint32(2)],
  ["tokenizer.ggml.add_space_prefix", BOOL, Buffer.from([0])],
  ["tokenizer.chat_template", STRING, text(TEMPLATE)],
];

/** @returns the file, which is deleted after the test file */
export async function writeNoiseModel(): Promise<string> {
  const random = seededRandom(1);
  const tensors = TENSORS.map(([name, ...shape]) => {
    const values = Array.from({ length: shape.reduce((size, each) => size * each, 1) }, () =>
      name.includes("norm") ? 1 : random() - 0.5,
    );
    return { name, shape, bytes: aligned(Buffer.from(Float32Array.from(values).buffer)) };
  });
  let offset = 0;
  const places = tensors.map(({ name, shape, bytes }) => {
    const place = Buffer.concat([
      text(name),
      uint32(shape.length),
      ...shape.map(uint64),
      uint32(0),
      uint64(offset),
    ]);
    offset += bytes.length;
    return place;
  });
  const settings = SETTINGS.map(([key, type, value]) => Buffer.concat([text(key), uint32(type), value]));
  const head = Buffer.concat([
    Buffer.from("GGUF"),
    uint32(3),
    uint64(tensors.length),
    uint64(settings.length),
    ...settings,
    ...places,
  ]);
  const file = join(await newFolder(), "noise.gguf");
  writeFileSync(file, Buffer.concat([aligned(head), ...tensors.map(({ bytes }) => bytes)]));
  return file;
}
