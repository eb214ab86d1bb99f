import type { AdmissionRequest, ObjectPlugin } from '#admission';
import { apiErrors, isJsonObject, type Json, type JsonObject, type World } from '#meta';

type ApiChanges = 'off' | 'warn' | 'deny';

interface ApiChangesParts {
  readonly mode: ApiChanges;
  readonly world: World;
  /** Whether there are objects of a definition. */
  hasObjects(group: string, plural: string): Promise<boolean>;
}

const definitions = { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' };

/** Looks whom a change of a definition breaks. A definition that is new breaks nobody. */
export function apiChangesPlugin(parts: ApiChangesParts): ObjectPlugin {
  let wasMentioned = false;
  return {
    name: 'ApiChanges',
    concerns: [{ resource: definitions, operations: ['UPDATE'] }],
    async check(request) {
      const { old, next } = await specsOf(request);
      if (JSON.stringify(old.spec) === JSON.stringify(next.spec)) return;
      if (parts.mode !== 'off') await judge({ old, next }, request, parts.mode);
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

async function judge({ old, next }: SpecChange, request: AdmissionRequest, mode: ApiChanges): Promise<void> {
  const { findingsBetween } = await import('./findings-between.ts');
  const findings = findingsBetween(old, next);
  const refused = mode === 'deny' ? findings.filter(({ finding: { severity } }) => severity === 'error') : [];
  if (refused.length > 0) {
    const reasons = refused.map(({ text }) => text).join('; ');
    throw apiErrors.forbidden(definitions, request.name, `the change breaks clients: ${reasons}`);
  }
  for (const { text } of findings) request.warn(text);
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
