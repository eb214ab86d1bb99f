import type { TypeProvider } from '../check/declarations.ts';
import type { Environment } from '../environment.ts';
import { bindingsLibrary } from '../library/bindings.ts';
import { compile } from '../program.ts';
import { type CelType, mapType, objectType, types } from '../values/type.ts';
import { COMPATIBILITY_VERSION, kubernetesEnvironment } from './environment.ts';
import { quantityType } from './quantity.ts';
import { declaredTypes } from './schema-types.ts';

/** What a selector may cost. */
const MAX_SELECTOR_COST = 1_000_000n;

/** What is in a device, and how large it gets. */
interface Part {
  readonly type: CelType;
  readonly size: number;
  readonly fields?: Readonly<Record<string, Part>>;
  readonly keys?: Part;
  readonly values?: Part;
}

const name = (size: number): Part => ({ type: types.string, size });
const attribute: Part = { type: types.any, size: 64 };

function mapOf(keys: Part, values: Part): Part {
  return { type: mapType(keys.type, values.type), size: 32, keys, values };
}

/** By the domain, then by the name. */
const named = (values: Part): Part => mapOf(name(63), mapOf(name(32), values));

/** k8s: dynamic-resource-allocation/cel/compile.go newCompiler */
const device: Part = {
  type: objectType('kubernetes.DRADevice'),
  size: 0,
  fields: {
    driver: name(63),
    allowMultipleAllocations: { type: types.bool, size: 1 },
    attributes: named(attribute),
    capacity: named({ type: quantityType, size: 0 }),
  },
};

const deviceTypes: TypeProvider = {
  findObjectType: (typeName) => (typeName === device.type.name ? device.type : declaredTypes(typeName)),
  findField: (_, field) => fieldOf(device, field)?.type,
};

function fieldOf({ fields = {} }: Part, field: string): Part | undefined {
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}

let made: Environment | undefined;

function environment(): Environment {
  made ??= kubernetesEnvironment(COMPATIBILITY_VERSION).extend({
    libraries: [bindingsLibrary],
    variables: { device: device.type },
    types: deviceTypes,
  });
  return made;
}

function stepInto(part: Part, step: string): Part | undefined {
  if (step === '@keys') return part.keys;
  if (step === '@items' || step === '@values') return part.values;
  // All attributes have the same bound, whatever their names.
  return fieldOf(part, step) ?? (part.values === attribute ? attribute : undefined);
}

function sizeAt(path: readonly string[] | undefined): number | undefined {
  if (path === undefined || path[0] !== 'device') return undefined;
  let part: Part | undefined = device;
  for (const step of path.slice(1)) part = part === undefined ? undefined : stepInto(part, step);
  return part?.size;
}

/** What is wrong with a selector of devices. */
export type SelectorFault =
  | { readonly kind: 'invalid'; readonly detail: string }
  | { readonly kind: 'internal'; readonly detail: string }
  | { readonly kind: 'too expensive' };

/** Compiles an expression that selects devices, to see what is wrong with it. */
export function deviceSelectorFault(expression: string): SelectorFault | undefined {
  const compiled = compile(expression, environment());
  if ('issues' in compiled) return { kind: 'invalid', detail: `compilation failed: ${compiled.issues}` };
  const { ast } = 'program' in compiled ? compiled.program : compiled;
  const type = ast.types[ast.expr.id] as CelType;
  // An attribute may be a boolean.
  if (type.kind !== 'any' && (type.kind !== 'bool' || type.nullable)) {
    return { kind: 'invalid', detail: `must evaluate to bool or the unknown type, not ${type}` };
  }
  if ('planFault' in compiled) {
    return { kind: 'internal', detail: `program instantiation failed: ${compiled.planFault}` };
  }
  const { max } = compiled.program.estimateCost(({ path }) => {
    const size = sizeAt(path);
    return size === undefined ? undefined : { min: 0n, max: BigInt(size) };
  });
  return max > MAX_SELECTOR_COST ? { kind: 'too expensive' } : undefined;
}
