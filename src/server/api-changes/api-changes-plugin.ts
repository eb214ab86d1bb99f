import type { AdmissionRequest, ObjectPlugin } from '#admission';
import type { Finding } from '#compat';
import { apiErrors, isJsonObject, type Json, type JsonObject, type World } from '#meta';
import { changedParts, type DefinitionRecord } from './definition-record.ts';

type ApiChanges = 'off' | 'warn' | 'deny';

interface ApiChangesParts {
  readonly mode: ApiChanges;
  readonly world: World;
  record(): DefinitionRecord;
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
      if (parts.mode !== 'off') await judge({ old, next }, request, parts);
      else if (!wasMentioned) wasMentioned = await mention(next, parts);
    },
  };
}

interface Change {
  readonly old: JsonObject;
  readonly next: JsonObject;
}

async function specsOf(request: AdmissionRequest): Promise<Change> {
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

async function judge({ old, next }: Change, request: AdmissionRequest, parts: ApiChangesParts): Promise<void> {
  // Loaded with the first change: most servers never see one.
  const { compareDefinitions, findingText, readDefinition } = await import('#compat');
  const place = { origin: request.name, line: 1 };
  const findings = compareDefinitions(readDefinition(old, place), readDefinition(next, place)).filter(
    ({ severity }) => severity !== 'note',
  );
  const tell = (finding: Finding): string =>
    `${[finding.version, finding.rule].filter((part) => part !== '').join(' ')}: ${findingText(finding)}`;
  const refused = parts.mode === 'deny' ? findings.filter(({ severity }) => severity === 'error') : [];
  if (refused.length > 0) {
    throw apiErrors.forbidden(definitions, request.name, `the change breaks clients: ${refused.map(tell).join('; ')}`);
  }
  for (const finding of findings) request.warn(tell(finding));
  if (!request.dryRun)
    await parts.record().add(request.name, changeOf({ old, next }, request, { findings, tell, parts }));
}

interface Judged {
  readonly findings: readonly Finding[];
  readonly tell: (finding: Finding) => string;
  readonly parts: ApiChangesParts;
}

function changeOf({ old, next }: Change, request: AdmissionRequest, { findings, tell, parts }: Judged) {
  return {
    generation: Number(objectOf(next.metadata).generation ?? 0),
    time: new Date(parts.world.clock.now()).toISOString(),
    user: request.user.name,
    changed: changedParts(objectOf(old.spec), objectOf(next.spec)),
    findings: findings.map((finding) => ({
      severity: finding.severity,
      rule: finding.rule,
      version: finding.version,
      text: tell(finding),
    })),
  };
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
