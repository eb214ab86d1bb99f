import {
  type CallEstimate,
  type CallNodes,
  type CostCounter,
  type CostNode,
  costSize,
  countingResult,
  type FunctionCosts,
  LIST_COST,
  PATTERN_FACTOR,
  patternCost,
  patternSizeCost,
  STRUCT_COST,
  standardCounter,
  TRAVERSAL_FACTOR,
} from '../cost/call-cost.ts';
import { fixed, plus, type Range, times, timesFactor, union } from '../cost/estimate.ts';
import { operators } from '../syntax/ast.ts';
import { arrayOf } from '../values/lists.ts';
import { mapFind, mapKeys } from '../values/maps.ts';
import type { CelType } from '../values/type.ts';
import { Bytes, isList, isMap, OpaqueValue, Optional, readJson, type Value } from '../values/value.ts';
import { FormatValue } from './named-formats.ts';
import { replace } from './replace-cost.ts';

/** What one function costs: as an estimate without its arguments, and when it is called. */
export interface Costs {
  readonly estimate: (call: CallNodes, overload: string) => CallEstimate | undefined;
  readonly actual: CostCounter;
  /** Where it depends on the overload. */
  readonly actualOf?: (overload: string) => CostCounter;
}

const one: Costs = { estimate: () => ({ cost: fixed(1) }), actual: () => 1 };

/** So expensive that one expression can make only two checks. */
const check: Costs = { estimate: () => ({ cost: fixed(350_000) }), actual: () => 350_000 };

/** Here an optional has the size one; only in the language's own functions it has that of its content. */
function size(value: Value): number {
  return value instanceof Optional ? 1 : costSize(value);
}

export const traversal = (value: Value, factor = 1): number => Math.ceil(size(value) * factor * TRAVERSAL_FACTOR);

/** Going through the first argument or, of a method, through what it is called on. */
function traversing(on: 'target' | 'argument', options: { factor?: number; sizedResult?: boolean } = {}): Costs {
  const { factor = 1, sizedResult = false } = options;
  return {
    estimate: ({ target, args, sizeOf }) => {
      const node = on === 'target' ? target : args[0];
      if (node === undefined) return undefined;
      const length = sizeOf(node);
      const cost = timesFactor(length, factor * TRAVERSAL_FACTOR);
      return sizedResult ? { cost, resultSize: length } : { cost };
    },
    actual: ([text]) => traversal(text as Value, factor),
  };
}

/** The result is a list of requirements. The shortest requirement has two characters, which bounds their number. */
const selector: Costs = {
  estimate: ({ args, sizeOf }) => (args.length === 1 ? { cost: selectorCost(sizeOf(args[0] as CostNode)) } : undefined),
  actual: ([, text]) => Number(selectorCost(fixed(size(text as Value))).max),
};

function selectorCost(length: Range): Range {
  const requirements = timesFactor(timesFactor(length, 0.5), LIST_COST + STRUCT_COST);
  return plus(fixed(LIST_COST), timesFactor(length, TRAVERSAL_FACTOR), requirements);
}

/** The node of a list's elements. */
function elementOf(list: CostNode): CostNode | undefined {
  const [type] = list.type.parameters;
  if (type === undefined) return undefined;
  return {
    path: list.path === undefined ? undefined : [...list.path, '@items'],
    type,
    expr: undefined,
    size: undefined,
  };
}

/** Looks at each element once; at texts, character by character. */
const scanning: Costs = {
  estimate: ({ target, sizeOf }) => {
    if (target === undefined) return undefined;
    const element = elementOf(target);
    if (element === undefined) return { cost: timesFactor(sizeOf(target), TRAVERSAL_FACTOR) };
    const isText = element.type.kind === 'string' || element.type.kind === 'bytes';
    const each = isText ? plus(fixed(1), timesFactor(sizeOf(element), TRAVERSAL_FACTOR)) : fixed(1);
    return { cost: times(sizeOf(target), each) };
  },
  actual: ([value]) => scanCost(value as Value),
};

function scanCost(value: Value): number {
  if (typeof value === 'string') return Math.trunc(Buffer.byteLength(value) * TRAVERSAL_FACTOR);
  if (value instanceof Bytes) return Math.trunc(value.value.length * TRAVERSAL_FACTOR);
  if (isList(value)) return arrayOf(value).reduce((sum: number, element) => sum + scanCost(readJson(element)), 0);
  if (!isMap(value)) return 1;
  return mapKeys(value).reduce((sum: number, key) => sum + scanCost(key) + scanCost(mapFind(value, key) as Value), 0);
}

const split: Costs = {
  estimate: ({ target, args, sizeOf }) => {
    if (target === undefined) return undefined;
    const length = sizeOf(target);
    const limit = args[1]?.expr;
    const isInt = limit?.kind === 'literal' && (typeof limit.value === 'number' || typeof limit.value === 'bigint');
    const max = isInt ? BigInt.asUintN(64, BigInt(limit.value as number | bigint)) : length.max;
    return { cost: timesFactor(length, 2 * TRAVERSAL_FACTOR), resultSize: { min: 0n, max } };
  },
  actual: ([text]) => traversal(text as Value, 2),
};

const join: Costs = {
  estimate: ({ target, args, sizeOf }) => {
    if (target === undefined) return undefined;
    const count = sizeOf(target);
    const element = elementOf(target);
    let length = element === undefined ? fixed(0) : times(count, sizeOf(element));
    if (args.length > 0) {
      const gaps = { min: count.min > 0n ? count.min - 1n : 0n, max: count.max > 0n ? count.max - 1n : 0n };
      length = plus(length, times(sizeOf(args[0] as CostNode), gaps));
    }
    return { cost: timesFactor(length, TRAVERSAL_FACTOR), resultSize: length };
  },
  actual: countingResult((result) => traversal(result, 2)),
};

const find: Costs = {
  estimate: ({ target, args, sizeOf }) => {
    if (target === undefined || args.length === 0) return undefined;
    const length = sizeOf(target);
    const text = timesFactor(plus(length, fixed(1)), TRAVERSAL_FACTOR);
    const pattern = timesFactor(sizeOf(args[0] as CostNode), PATTERN_FACTOR);
    return { cost: times(text, pattern), resultSize: { min: 0n, max: length.max } };
  },
  actual: ([text, pattern]) => patternCost(text as Value, pattern as Value),
};

const ip: Costs = {
  estimate: (call, overload) =>
    overload === 'cidr_ip' ? { cost: fixed(1) } : traversing('argument').estimate(call, overload),
  actual: ([text]) => traversal(text as Value),
  actualOf: (overload) => (overload === 'cidr_ip' ? one : ip).actual,
};

/** Of four or sixteen bytes each. */
const addressBytes: Range = { min: 4n, max: 16n };

/** `extra`: to compare networks, the address is masked too. */
function containing(textOverload: string, { extra }: { extra: boolean }): Costs {
  const ownCost = (cidr: Value): number => traversal(cidr, 2) + (extra ? traversal(cidr) + 1 : 0);
  return {
    estimate: ({ args: [other], sizeOf }, overload) => {
      if (other === undefined) return undefined;
      const parts = [timesFactor(plus(addressBytes, addressBytes), TRAVERSAL_FACTOR)];
      if (extra) parts.push(timesFactor(addressBytes, TRAVERSAL_FACTOR), fixed(1));
      if (overload === textOverload) parts.push(timesFactor(sizeOf(other), TRAVERSAL_FACTOR));
      return { cost: plus(...parts) };
    },
    actual: ([cidr]) => ownCost(cidr as Value),
    actualOf:
      (overload) =>
      ([cidr, other]) =>
        ownCost(cidr as Value) + (overload === textOverload ? traversal(other as Value) : 0),
  };
}

const MAX_NAMED_PATTERN = 128;

const validate: Costs = {
  estimate: ({ args: [text], sizeOf }) => {
    if (text === undefined) return undefined;
    return { cost: timesFactor(timesFactor(sizeOf(text), TRAVERSAL_FACTOR), MAX_NAMED_PATTERN * PATTERN_FACTOR) };
  },
  actual: ([format, text]) =>
    format instanceof FormatValue ? patternSizeCost(size(text as Value), format.format.patternSize) : 1,
};

const equals: Costs = {
  estimate: ({ args: [a, b] }) => {
    if (a === undefined || b === undefined || a.type.name !== b.type.name) return undefined;
    return equalityEstimate(a.type, b);
  },
  actual: (args) => (args[0] instanceof OpaqueValue ? 1 : (standardCounter('equals') as CostCounter)(args, null)),
};

const cheapOpaque: readonly string[] = ['net.IP', 'net.CIDR'];
const cheapObjects: readonly string[] = [
  'kubernetes.Quantity',
  'kubernetes.Semver',
  ...['Authorizer', 'PathCheck', 'GroupCheck', 'ResourceCheck', 'Decision'].map(
    (name) => `kubernetes.authorization.${name}`,
  ),
];
const MAX_FORMAT_NAME = 64n;

function equalityEstimate(type: CelType, other: CostNode): CallEstimate | undefined {
  if (type.kind === 'opaque') return cheapOpaque.includes(type.name) ? { cost: fixed(1) } : undefined;
  if (type.kind !== 'struct') return undefined;
  if (cheapObjects.includes(type.name)) return { cost: fixed(1) };
  if (type.name === 'kubernetes.NamedFormat')
    return { cost: timesFactor({ min: 1n, max: MAX_FORMAT_NAME }, TRAVERSAL_FACTOR) };
  if (type.name !== 'kubernetes.URL') return undefined;
  const { max } = other.size === undefined ? fixed(1) : union(other.size, other.size);
  return { cost: timesFactor({ min: 1n, max }, TRAVERSAL_FACTOR) };
}

function each(names: string, costs: Costs): [string, Costs][] {
  return names.split(' ').map((name) => [name, costs]);
}

const byFunction: ReadonlyMap<string, Costs> = new Map([
  ...each('check', check),
  ...each('serviceAccount path group resource subresource namespace name allowed reason error errored', one),
  ...each('fieldSelector labelSelector', selector),
  ...each('isSorted sum max min indexOf lastIndexOf', scanning),
  ...each('url jsonpatch.escapeKey', traversing('argument', { sizedResult: true })),
  ...each('lowerAscii upperAscii substring trim', traversing('target', { sizedResult: true })),
  ...each('replace', replace),
  ...each('split', split),
  ...each('join', join),
  ...each('find findAll', find),
  ...each('cidr isIP isCIDR quantity isQuantity semver isSemver', traversing('argument')),
  ...each('ip', ip),
  ...each('ip.isCanonical', traversing('argument', { factor: 2 })),
  ...each('masked prefixLength family isUnspecified isLoopback', one),
  ...each('isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast', one),
  ...each('containsIP', containing('cidr_contains_ip_string', { extra: false })),
  ...each('containsCIDR', containing('cidr_contains_cidr_string', { extra: true })),
  ...each('validate', validate),
  ...each('format.named', one),
  ...each(
    'sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch',
    one,
  ),
  ...each('getScheme getHostname getHost getPort getEscapedPath getQuery', one),
  ...each(operators.equals, equals),
]);

/** What Kubernetes lets its functions cost. Rules are accepted or refused by it, so these numbers cannot change. */
export const kubernetesCosts: FunctionCosts = {
  estimate: (name, overload, call) => byFunction.get(name)?.estimate(call, overload),
  counter(name, overload) {
    const costs = byFunction.get(name);
    return costs?.actualOf?.(overload) ?? costs?.actual;
  },
};
