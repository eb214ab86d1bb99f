import { type FieldError, fieldErrors, nameIsDnsSubdomain, path, sameJson } from '#meta';
import { ageColumn, builtin, column, nameColumn } from '#resource';
import { validateBy } from '../field-validation.ts';
import { goValue } from '../go-value.ts';
import { validateFlowRule } from './flow-validation.ts';
import { mandatoryFlowSchemas } from './mandatory.ts';
import { flowControlStrategy, statusSubresource, validateStatus } from './status.ts';
import type { Types } from './v1/types.gen.ts';
import { flowControlV1 } from './v1/types.ts';

type FlowSchemaSpec = Types['FlowSchemaSpec'];
type FlowSchema = Types['FlowSchema'];

const DEFAULT_PRECEDENCE = 1000;
const MAX_PRECEDENCE = 10000;
const methods = ['ByNamespace', 'ByUser'];

function defaults(schema: FlowSchema): void {
  const spec = schema.spec ?? {};
  schema.spec = spec;
  if (!spec.matchingPrecedence) spec.matchingPrecedence = DEFAULT_PRECEDENCE;
}

function validatePrecedence(name: string, precedence: number): FieldError[] {
  const bad = (why: string): FieldError[] => [fieldErrors.invalid(path('spec', 'matchingPrecedence'), precedence, why)];
  if (precedence <= 0) return bad('must be a positive value');
  if (precedence > MAX_PRECEDENCE) return bad(`must not be greater than ${MAX_PRECEDENCE}`);
  if (precedence > 1 || name === 'exempt') return [];
  return bad("only the schema named 'exempt' may have matchingPrecedence 1");
}

function validateSpec(name: string, spec: FlowSchemaSpec): FieldError[] {
  const { matchingPrecedence = 0, distinguisherMethod: method, rules = [] } = spec;
  const field = path('spec');
  const faults = validatePrecedence(name, matchingPrecedence);
  if (method !== undefined && !methods.includes(method.type ?? '')) {
    const shown = goValue(flowControlV1.type('FlowDistinguisherMethod'), method);
    faults.push(fieldErrors.notSupported(field.child('distinguisherMethod', 'type'), shown, methods));
  }
  const level = spec.priorityLevelConfiguration?.name ?? '';
  const levelField = field.child('priorityLevelConfiguration', 'name');
  if (level === '') faults.push(fieldErrors.required(levelField, 'must reference a priority level'));
  else faults.push(...validateBy(levelField, level, (text) => nameIsDnsSubdomain(text, { prefix: false })));
  return [...faults, ...rules.flatMap((rule, at) => validateFlowRule(field.child('rules').index(at), rule))];
}

function validate(schema: FlowSchema): FieldError[] {
  const { metadata, spec = {} } = schema;
  const name = metadata.name ?? '';
  const faults = validateSpec(name, spec);
  const fixed = mandatoryFlowSchemas.get(name);
  if (fixed !== undefined && !sameJson(spec, fixed)) {
    const shown = goValue(flowControlV1.type('FlowSchemaSpec'), spec);
    faults.push(fieldErrors.invalid(path('spec'), shown, `spec of '${name}' must equal the fixed value`));
  }
  return [...faults, ...validateStatus(schema)];
}

export const flowSchemas = builtin({
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  kind: 'FlowSchema',
  resource: 'flowschemas',
  formerly: [
    'flowcontrol.apiserver.k8s.io/v1beta1',
    'flowcontrol.apiserver.k8s.io/v1beta2',
    'flowcontrol.apiserver.k8s.io/v1beta3',
  ],
  namespaced: false,
  type: flowControlV1.type('FlowSchema'),
  defaults,
  strategy: { ...flowControlStrategy, validateCreate: validate, validateUpdate: validate },
  subresources: [statusSubresource],
  columns: [
    nameColumn,
    column(
      'PriorityLevel',
      'Priority level of its requests.',
      ({ spec }: FlowSchema) => spec?.priorityLevelConfiguration?.name ?? '',
    ),
    column(
      'MatchingPrecedence',
      'Lower ones are tried first.',
      ({ spec }: FlowSchema) => spec?.matchingPrecedence ?? 0,
    ),
    column(
      'DistinguisherMethod',
      'How flows are told apart.',
      ({ spec }: FlowSchema) => spec?.distinguisherMethod?.type ?? '<none>',
    ),
    ageColumn,
    column(
      'MissingPL',
      'Whether its priority level is missing.',
      ({ status }: FlowSchema) => status?.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?',
    ),
  ],
});
