import { type NumberColumn, numberColumn } from "./number-column.ts";

/** A metric's Measurement. */
interface NamedValue {
  readonly name: string;
  readonly value: number | boolean | undefined;
}

/** The name of one measurement; it has no column if it could not be measured. */
export interface Field {
  readonly name: string;
  readonly column: NumberColumn | undefined;
}

/** The names of an instance's measurements in order. Most instances of a run share one shape. */
export type Shape = readonly Field[];

/** Stores one metric's measurements of the instances 0, 1, 2, ... in 1 to 8 bytes for each value (number-column.ts). */
export interface MeasurementTable {
  /** Call it once for each instance, in any order. */
  set(index: number, measurements: readonly NamedValue[]): void;
  /** Returns an empty shape if nothing was set. */
  shapeOf(index: number): Shape;
}

interface Node {
  /** index in `shapes` */
  readonly shape: number;
  /** The branch of the last instance, which most instances take: it saves the look-up. */
  last?: { readonly name: string; readonly isMeasured: boolean; readonly node: Node };
  readonly next: Map<string, Node>;
  readonly nextUnmeasured: Map<string, Node>;
}

export function measurementTable(): MeasurementTable {
  const shapes: Shape[] = [[]];
  const shapeAt = numberColumn();
  const columns = new Map<string, NumberColumn[]>();
  const root = node(0);

  /** A name that occurs twice in an instance has two columns. */
  function columnOf(name: string, shape: Shape): NumberColumn {
    const occurrence = shape.filter((field) => field.name === name && field.column !== undefined).length;
    const ofName = columns.get(name) ?? [];
    columns.set(name, ofName);
    const column = ofName[occurrence] ?? numberColumn();
    ofName[occurrence] = column;
    return column;
  }

  function following(from: Node, { name, value }: NamedValue): Node {
    const isMeasured = value !== undefined;
    const { last } = from;
    if (last !== undefined && last.name === name && last.isMeasured === isMeasured) return last.node;
    const branches = isMeasured ? from.next : from.nextUnmeasured;
    const found = branches.get(name) ?? added(from, name, isMeasured);
    branches.set(name, found);
    from.last = { name, isMeasured, node: found };
    return found;
  }

  function added(from: Node, name: string, isMeasured: boolean): Node {
    const before = shapes[from.shape] ?? [];
    const column = isMeasured ? columnOf(name, before) : undefined;
    return node(shapes.push([...before, { name, column }]) - 1);
  }

  return {
    set(index, measurements) {
      let at = root;
      for (const measurement of measurements) at = following(at, measurement);
      shapeAt.set(index, at.shape);
      const shape = shapes[at.shape] ?? [];
      for (let i = 0; i < shape.length; i++) shape[i]?.column?.set(index, Number(measurements[i]?.value));
    },
    shapeOf: (index) => shapes[shapeAt.at(index)] ?? [],
  };
}

const node = (shape: number): Node => ({ shape, next: new Map(), nextUnmeasured: new Map() });
