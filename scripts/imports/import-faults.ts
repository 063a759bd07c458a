import { type Import, importsOf } from "./imports-of.ts";
import { type Room, roomOf } from "./rooms.ts";

/**
 * The imports that the rooms forbid, and one line for each group of files that import each other in a circle.
 * `files`: the source files of the repository, path -> text.
 */
export function importFaults(files: ReadonlyMap<string, string>): string[] {
  const imports = new Map([...files].map(([path, text]) => [path, importsOf(path, text)]));
  const forbidden = [...imports].flatMap(([path, found]) =>
    found.flatMap(({ line, target }) => {
      const why = whyForbidden(path, target);
      return why === undefined ? [] : [`${path}:${line}: imports ${target}: ${why}`];
    }),
  );
  return [
    ...forbidden,
    ...cycles(imports).map((members) => `these files import each other in a circle: ${members.join(", ")}`),
  ];
}

const isTest = (path: string): boolean => /\.test(?:-d)?\.ts$|\.cases\.ts$/.test(path);

function whyForbidden(path: string, target: string): string | undefined {
  const room = roomOf(path);
  if (room === undefined) return undefined;
  if (target.startsWith("node:")) return nodeModule(room, path, target);
  const other = roomOf(target);
  if (other === undefined || other === room) return undefined;
  const allowed = isTest(path) ? [...room.product, ...room.tests] : room.product;
  if (allowed.some((prefix) => target.startsWith(prefix))) return undefined;
  return `${room.path} imports ${allowed.length === 0 ? "nothing else" : `only ${allowed.join(", ")}`} (scripts/imports/rooms.ts)`;
}

function nodeModule(room: Room, path: string, target: string): string | undefined {
  if (room.node === undefined || isTest(path) || room.node.includes(target)) return undefined;
  return `${room.path} does no I/O; take what you need as an argument`;
}

/** Tarjan's strongly connected components of more than one file, each sorted. */
function cycles(imports: ReadonlyMap<string, readonly Import[]>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const open = new Set<string>();
  const found: string[][] = [];
  const visit = (path: string): number => {
    const at = order.size;
    order.set(path, at);
    low.set(path, at);
    stack.push(path);
    open.add(path);
    for (const { target } of imports.get(path) ?? []) {
      if (!imports.has(target)) continue;
      const reached = order.has(target) ? (open.has(target) ? (order.get(target) ?? at) : at) : visit(target);
      low.set(path, Math.min(low.get(path) ?? at, reached));
    }
    if (low.get(path) === at) {
      const component = stack.splice(stack.indexOf(path));
      for (const member of component) open.delete(member);
      if (component.length > 1) found.push(component.toSorted());
    }
    return low.get(path) ?? at;
  };
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return found;
}
