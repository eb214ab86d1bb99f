import { amountOf, type ResourceList, type ResourceRequirements } from '#apis';
import { parseQuantity } from '#meta';
import type { Limit } from './limit-range.ts';

/** What is wrong with the amounts that somebody asks for, in sentences. k8s: admission/limitranger/admission.go */

type Sentence = string | undefined;

interface Rule {
  readonly type: string;
  readonly resource: string;
  /** What the limit range says. */
  readonly amount: string;
}

/** The largest whole number whose thousandths are still an int64. */
const maxMilliValue = ((1n << 63n) - 1n) / 1000n;

/** Amounts in a unit that all of them can be counted in: thousandths, unless one is too large for that. */
function comparable(...amounts: readonly (string | undefined)[]): readonly bigint[] {
  const quantities = amounts.map((amount) => parseQuantity(amount ?? '0'));
  const fine = quantities.every((quantity) => quantity.value() <= maxMilliValue);
  return quantities.map((quantity) => (fine ? quantity.milliValue() : quantity.value()));
}

function minimum({ type, resource, amount }: Rule, { requests, limits }: ResourceRequirements): Sentence {
  const [request, limit] = [amountOf(requests, resource), amountOf(limits, resource)];
  const [asked = 0n, most = 0n, least = 0n] = comparable(request, limit, amount);
  const rule = `minimum ${resource} usage per ${type} is ${amount}`;
  if (request === undefined) return `${rule}.  No request is specified`;
  if (asked < least) return `${rule}, but request is ${request}`;
  return limit !== undefined && most < least ? `${rule}, but limit is ${limit}` : undefined;
}

function maximum({ type, resource, amount }: Rule, { requests, limits }: ResourceRequirements): Sentence {
  const [request, limit] = [amountOf(requests, resource), amountOf(limits, resource)];
  const [asked = 0n, most = 0n, allowed = 0n] = comparable(request, limit, amount);
  const rule = `maximum ${resource} usage per ${type} is ${amount}`;
  if (limit === undefined) return `${rule}.  No limit is specified`;
  if (most > allowed) return `${rule}, but limit is ${limit}`;
  return request !== undefined && asked > allowed ? `${rule}, but request is ${request}` : undefined;
}

/** Claims have no limits: what counts is what they ask for. */
function maximumRequest({ type, resource, amount }: Rule, { requests }: ResourceRequirements): Sentence {
  const request = amountOf(requests, resource);
  const [asked = 0n, allowed = 0n] = comparable(request, amount);
  const rule = `maximum ${resource} usage per ${type} is ${amount}`;
  if (request === undefined) return `${rule}.  No request is specified`;
  return asked > allowed ? `${rule}, but request is ${request}` : undefined;
}

function ratio({ type, resource, amount }: Rule, { requests, limits }: ResourceRequirements): Sentence {
  const [asked = 0n, most = 0n] = comparable(amountOf(requests, resource), amountOf(limits, resource), amount);
  const rule = `${resource} max limit to request ratio per ${type} is ${amount}`;
  if (asked === 0n) return `${rule}, but no request is specified or request is 0`;
  if (most === 0n) return `${rule}, but no limit is specified or limit is 0`;
  const [found, allowed] = [Number(most) / Number(asked), parseQuantity(amount)];
  const fine = allowed.value() <= maxMilliValue;
  const exceeds = fine ? found * 1000 > Number(allowed.milliValue()) : found > Number(allowed.value());
  return exceeds ? `${rule}, but provided ratio is ${found.toFixed(6)}` : undefined;
}

type Constraint = (rule: Rule, resources: ResourceRequirements) => Sentence;
type Constraints = readonly (readonly ['min' | 'max' | 'maxLimitRequestRatio', Constraint])[];

/** Which rule each part of a limit is, in the order in which they are told. */
const ofContainers: Constraints = [
  ['min', minimum],
  ['max', maximum],
  ['maxLimitRequestRatio', ratio],
];
const ofClaims: Constraints = [
  ['min', minimum],
  ['max', maximumRequest],
];

function broken(limit: Limit, constraints: Constraints, resources: ResourceRequirements): string[] {
  const type = limit.type ?? '';
  return constraints.flatMap(([part, constraint]) =>
    Object.entries(limit[part] ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([resource, amount]) => constraint({ type, resource, amount }, resources) ?? []),
  );
}

export const containerFaults = (limit: Limit, resources: ResourceRequirements = {}): string[] =>
  broken(limit, ofContainers, resources);

export const claimFaults = (limit: Limit, requests: ResourceList = {}): string[] =>
  broken(limit, ofClaims, { requests });
