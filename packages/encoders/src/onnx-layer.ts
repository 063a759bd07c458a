import { UserError } from "@medhelm/core/user-error";

/**
 * Public exports of a transformer output only its last layer. The layer that BERTScore uses is a tensor within the graph. This module
 * finds its name and makes it an output. It reads only the necessary part of protobuf's wire format (onnx.proto: ModelProto.graph = 7;
 * GraphProto.node = 1, initializer = 5, output = 12; NodeProto.input = 1, output = 2, op_type = 4; TensorProto.name = 8; ValueInfoProto.name = 1).
 */
const MODEL = { graph: 7 } as const;
const GRAPH = { node: 1, initializer: 5, output: 12 } as const;
const NODE = { input: 1, output: 2, operator: 4 } as const;
/** e.g. MatMulInteger, DynamicQuantizeLinear. 8-bit weights change BERTScore by 1e-2. */
const IS_QUANTISED = /Integer$|Quantize/;
const TENSOR_NAME = 8;
const VALUE_INFO_NAME = 1;
/** wire type 2: a length and that number of bytes */
const BYTES = 2;

export interface LayerOutput {
  /** The name of the tensor, for InferenceSession.run. */
  readonly name: string;
  /** The model with that tensor as an additional output. */
  readonly model: Uint8Array;
}

/**
 * Makes the output of transformer block `layer`, counted from 1 (hidden_states[layer] in Python), an output of the model. It identifies
 * the tensor by the bias of the block's last normalisation, whose name every exporter keeps, or else by the tensor's scope name.
 * @throws UserError if the file is not an ONNX model, is quantised, or does not show which tensor is the layer
 */
export function withLayerOutput(model: Uint8Array, layer: number, label: string): LayerOutput {
  const found = namesOf(model, layer, label);
  if (found.length !== 1)
    throw new UserError(
      `${label}: layer ${layer} of a DistilBERT or BERT encoder cannot be identified in this graph (${found.length} tensors match); export the model as a feature extractor in float32, e.g. with optimum-cli export onnx`,
    );
  const [name = ""] = found;
  // Protobuf merges a repeated field into the first one, so appending adds an output without rewriting the file.
  const valueInfo = field(VALUE_INFO_NAME, new TextEncoder().encode(name));
  return { name, model: concat(model, field(MODEL.graph, field(GRAPH.output, valueInfo))) };
}

function namesOf(model: Uint8Array, layer: number, label: string): string[] {
  try {
    const graphs = [...fieldsOf(model)].filter(({ number }) => number === MODEL.graph);
    if (graphs.length === 0) throw new RangeError("it has no graph");
    const graph = graphs.flatMap(({ bytes }) => [...fieldsOf(bytes)]);
    refuseQuantised(graph, label);
    return candidates(graph, layer - 1);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new UserError(`${label} is not an ONNX model, or is incomplete (${cause.message})`, { cause });
  }
}

function refuseQuantised(graph: readonly Field[], label: string): void {
  const operators = graph
    .filter(({ number }) => number === GRAPH.node)
    .flatMap(({ bytes }) => textsIn(bytes, NODE.operator));
  const found = operators.find((operator) => IS_QUANTISED.test(operator));
  if (found !== undefined)
    throw new UserError(`${label} is quantised (${found}), and its scores are not BERTScore's: use the float32 export`);
}

function candidates(graph: readonly Field[], block: number): string[] {
  const isBias = new RegExp(`(?:^|\\.)layer\\.${block}\\.(?:output_layer_norm|output\\.LayerNorm)\\.bias$`);
  const isScope = new RegExp(
    `/layer\\.${block}/(?:output_layer_norm|output/LayerNorm)/(?:Add_1|LayerNormalization)_output_0$`,
  );
  const biases = new Set(
    graph
      .filter(({ number }) => number === GRAPH.initializer)
      .flatMap(({ bytes }) => textsIn(bytes, TENSOR_NAME))
      .filter((name) => isBias.test(name)),
  );
  const nodes = graph.filter(({ number }) => number === GRAPH.node).map(({ bytes }) => bytes);
  const users = nodes.filter((node) => textsIn(node, NODE.input).some((input) => biases.has(input)));
  if (biases.size === 1 && users.length === 1) return users.flatMap((node) => textsIn(node, NODE.output)).slice(0, 1);
  return nodes.flatMap((node) => textsIn(node, NODE.output)).filter((output) => isScope.test(output));
}

interface Field {
  readonly number: number;
  readonly bytes: Uint8Array;
}

function textsIn(message: Uint8Array, number: number): string[] {
  const texts: string[] = [];
  for (const one of fieldsOf(message)) if (one.number === number) texts.push(new TextDecoder().decode(one.bytes));
  return texts;
}

/** The length-delimited fields of a message. Skips the other fields. */
function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = message[at++];
      if (byte === undefined || scale > 2 ** 63) throw new RangeError("a number extends beyond its end");
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
  const skips: Readonly<Record<number, () => void>> = { 0: varint, 1: () => (at += 8), 5: () => (at += 4) };
  while (at < message.length) {
    const tag = varint();
    const type = tag % 8;
    if (type !== BYTES) {
      const skip = skips[type];
      if (skip === undefined) throw new RangeError(`no field has the wire type ${type}`);
      skip();
    } else {
      const length = varint();
      if (at + length > message.length) throw new RangeError("a field extends beyond its end");
      yield { number: Math.floor(tag / 8), bytes: message.subarray(at, at + length) };
      at += length;
    }
    if (at > message.length) throw new RangeError("a field extends beyond its end");
  }
}

function field(number: number, bytes: Uint8Array): Uint8Array {
  return concat(Uint8Array.from([number * 8 + BYTES, ...lengthOf(bytes)]), bytes);
}

function lengthOf({ length }: Uint8Array): number[] {
  const bytes: number[] = [];
  let rest = length;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}
