import type { AdmissionRequest, ObjectPlugin } from '#admission';
import { apiErrors, isJsonObject, type Json, type JsonObject, type World } from '#meta';
import { type ConversionSources, type Converters, convertersOf } from './converters.ts';

type ApiChanges = 'off' | 'warn' | 'deny';

interface ApiChangesParts {
  readonly mode: ApiChanges;
  readonly world: World;
  /** Whether there are objects of a definition. */
  hasObjects(group: string, plural: string): Promise<boolean>;
  /** What converts objects, if not what a definition says itself. */
  readonly conversions?: ConversionSources;
}

const definitions = { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' };
const policies = { group: 'conversion.pinnace.dev', resource: 'conversionpolicies' };

/** Looks whom a change of a definition breaks. A definition that is new breaks nobody. */
export function apiChangesPlugin(parts: ApiChangesParts): ObjectPlugin {
  let wasMentioned = false;
  return {
    name: 'ApiChanges',
    concerns: [
      { resource: definitions, operations: ['UPDATE'] },
      ...(parts.mode === 'off' ? [] : [{ resource: policies, operations: ['CREATE', 'UPDATE'] as const }]),
    ],
    async check(request) {
      const { old, next } = await specsOf(request);
      if (JSON.stringify(old.spec) === JSON.stringify(next.spec)) return;
      if (next.kind === 'ConversionPolicy') await judgePolicy(next, request, parts);
      else if (parts.mode !== 'off') await judge({ old, next }, request, parts);
      else if (!wasMentioned) wasMentioned = await mention(next, parts);
    },
  };
}

interface SpecChange {
  readonly old: JsonObject;
  readonly next: JsonObject;
}

async function specsOf(request: AdmissionRequest): Promise<SpecChange> {
  return { old: (await request.oldObjectIn('v1')) ?? {}, next: (await request.objectIn('v1')) ?? {} };
}

/** Once, so that whoever has something to lose knows of the option. */
async function mention({ metadata, spec }: JsonObject, { world, hasObjects }: ApiChangesParts): Promise<boolean> {
  const { group, names } = objectOf(spec);
  if (!(await hasObjects(String(group), String(objectOf(names).plural)))) return false;
  const message = 'a definition with stored objects changed; --api-changes warn tells whom such a change breaks';
  world.log.info(message, { definition: String(objectOf(metadata).name) });
  return true;
}

async function judge({ old, next }: SpecChange, request: AdmissionRequest, parts: ApiChangesParts): Promise<void> {
  const { findingsBetween } = await import('./findings-between.ts');
  const { policy, module } = convertersOf(next, parts.conversions);
  const lost = await conversionFaults({ old, next }, { policy, module });
  // What is forgotten by rules is lost by them too: saying it once will do.
  const findings = lost.length > 0 ? [] : findingsBetween(old, next, { policy, isModule: module !== undefined });
  const errors = findings.filter(({ finding: { severity } }) => severity === 'error').map(({ text }) => text);
  if (parts.mode === 'deny' && lost.length + errors.length > 0) {
    const reasons = [...lost, ...errors].join('; ');
    throw apiErrors.forbidden(definitions, request.name, `the change breaks clients: ${reasons}`);
  }
  for (const text of [...lost, ...findings.map((finding) => finding.text)]) request.warn(text);
}

async function conversionFaults({ old, next }: SpecChange, { policy, module }: Converters): Promise<readonly string[]> {
  if (policy === undefined && module === undefined) return [];
  const { lossesOfModule, policyFaults } = await import('./conversion-changes.ts');
  if (policy !== undefined) return policyFaults(policy, old, next);
  const losses = module === undefined ? [] : await lossesOfModule(module, old, next);
  return losses.map((text) => `the conversion would lose ${text}`);
}

async function judgePolicy({ spec }: JsonObject, request: AdmissionRequest, parts: ApiChangesParts): Promise<void> {
  if (parts.conversions === undefined) return;
  const { lossesOfPolicy } = await import('./conversion-changes.ts');
  const losses = await lossesOfPolicy(spec, parts.conversions.sourceOf);
  const texts = losses.map((text) => `the rules lose ${text}; declare it by delete, or keep it by preserve`);
  if (parts.mode === 'deny' && texts.length > 0) throw apiErrors.forbidden(policies, request.name, texts.join('; '));
  for (const text of texts) request.warn(text);
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
