import { seededRandom } from "../../seeded-random.ts";

/** GGUF's types of values. */
const U32 = 4;
const I32 = 5;
const F32 = 6;
const STRING = 8;
const ARRAY = 9;
type Value =
  | { readonly type: typeof U32 | typeof F32; readonly value: number }
  | { readonly type: typeof STRING; readonly value: string }
  | { readonly type: typeof ARRAY; readonly of: typeof I32 | typeof F32; readonly values: readonly number[] }
  | { readonly type: typeof ARRAY; readonly of: typeof STRING; readonly values: readonly string[] };

const EMBEDDING = 32;
const FEED_FORWARD = 64;
const ALIGNMENT = 32;

const BYTES = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`);
const WORDS = Array.from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:?!▁éü漢😷");
/** The unknown token, the begin, the end, every byte, and the tokens that the model says. */
const VOCABULARY = ["<unk>", "<s>", "</s>", ...BYTES, ...WORDS];
const FIRST_WORD = VOCABULARY.length - WORDS.length;
const NORMAL = 1;
const UNKNOWN = 2;
const CONTROL = 3;
const BYTE = 6;

/**
 * A GGUF file of a Llama with one layer, random weights and a vocabulary of letters, about 150 kB. At temperature 0 it says letters without
 * meaning. The format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 */
export function tinyGguf(seed = 1): Buffer {
  const random = seededRandom(seed);
  const weights = (count: number): Float32Array => Float32Array.from({ length: count }, () => random() - 0.5);
  const ones = new Float32Array(EMBEDDING).fill(1);
  // The model never says a byte or a control token at temperature 0, because their logits are 0.
  const output = weights(EMBEDDING * VOCABULARY.length).fill(0, 0, EMBEDDING * FIRST_WORD);
  const square = [EMBEDDING, EMBEDDING];
  const tensors: readonly (readonly [name: string, shape: readonly number[], data: Float32Array])[] = [
    ["token_embd.weight", [EMBEDDING, VOCABULARY.length], weights(EMBEDDING * VOCABULARY.length)],
    ["blk.0.attn_norm.weight", [EMBEDDING], ones],
    ["blk.0.attn_q.weight", square, weights(EMBEDDING ** 2)],
    ["blk.0.attn_k.weight", square, weights(EMBEDDING ** 2)],
    ["blk.0.attn_v.weight", square, weights(EMBEDDING ** 2)],
    ["blk.0.attn_output.weight", square, weights(EMBEDDING ** 2)],
    ["blk.0.ffn_norm.weight", [EMBEDDING], ones],
    ["blk.0.ffn_gate.weight", [EMBEDDING, FEED_FORWARD], weights(EMBEDDING * FEED_FORWARD)],
    ["blk.0.ffn_up.weight", [EMBEDDING, FEED_FORWARD], weights(EMBEDDING * FEED_FORWARD)],
    ["blk.0.ffn_down.weight", [FEED_FORWARD, EMBEDDING], weights(EMBEDDING * FEED_FORWARD)],
    ["output_norm.weight", [EMBEDDING], ones],
    ["output.weight", [EMBEDDING, VOCABULARY.length], output],
  ];
  const facts = Object.entries(FACTS);
  const header = Buffer.concat([
    Buffer.from("GGUF"),
    u32(3),
    u64(tensors.length),
    u64(facts.length),
    ...facts.flatMap(([key, value]) => [text(key), ...valueBytes(value)]),
  ]);
  let offset = 0;
  const infos: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const [name, shape, data] of tensors) {
    infos.push(text(name), u32(shape.length), ...shape.map(u64), u32(0), u64(offset));
    const body = padded(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    bodies.push(body);
    offset += body.length;
  }
  return Buffer.concat([padded(Buffer.concat([header, ...infos])), ...bodies]);
}

const FACTS: Readonly<Record<string, Value>> = {
  "general.architecture": { type: STRING, value: "llama" },
  "general.name": { type: STRING, value: "tiny" },
  "llama.context_length": { type: U32, value: 4096 },
  "llama.embedding_length": { type: U32, value: EMBEDDING },
  "llama.block_count": { type: U32, value: 1 },
  "llama.feed_forward_length": { type: U32, value: FEED_FORWARD },
  "llama.attention.head_count": { type: U32, value: 2 },
  "llama.attention.head_count_kv": { type: U32, value: 2 },
  "llama.attention.layer_norm_rms_epsilon": { type: F32, value: 1e-5 },
  "llama.rope.dimension_count": { type: U32, value: EMBEDDING / 2 },
  "llama.vocab_size": { type: U32, value: VOCABULARY.length },
  "tokenizer.ggml.model": { type: STRING, value: "llama" },
  "tokenizer.ggml.tokens": { type: ARRAY, of: STRING, values: VOCABULARY },
  "tokenizer.ggml.scores": { type: ARRAY, of: F32, values: VOCABULARY.map(() => 0) },
  "tokenizer.ggml.token_type": {
    type: ARRAY,
    of: I32,
    values: VOCABULARY.map((_, i) => (i === 0 ? UNKNOWN : i < 3 ? CONTROL : i < FIRST_WORD ? BYTE : NORMAL)),
  },
  "tokenizer.ggml.unknown_token_id": { type: U32, value: 0 },
  "tokenizer.ggml.bos_token_id": { type: U32, value: 1 },
  "tokenizer.ggml.eos_token_id": { type: U32, value: 2 },
  "tokenizer.chat_template": {
    type: STRING,
    value: "{% for m in messages %}{{ m.role }}: {{ m.content }} {% endfor %}",
  },
};

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const f32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
};
const text = (value: string): Buffer => Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & (ALIGNMENT - 1))]);

function valueBytes(value: Value): readonly Buffer[] {
  if (value.type === STRING) return [u32(STRING), text(value.value)];
  if (value.type === ARRAY) {
    const items = value.of === STRING ? value.values.map(text) : value.values.map(value.of === F32 ? f32 : u32);
    return [u32(ARRAY), u32(value.of), u64(items.length), ...items];
  }
  return [u32(value.type), value.type === F32 ? f32(value.value) : u32(value.value)];
}
