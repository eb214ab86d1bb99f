import { type FieldError, type FieldPath, fieldErrors } from '#meta';
import type { Types } from './v1/types.gen.ts';

/** Operations on resources. */
export type ResourceRule = Types['RuleWithOperations'];

const operationNames = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const scopes = ['*', 'Cluster', 'Namespaced'];

export function validateRule(field: FieldPath, rule: ResourceRule): FieldError[] {
  const { operations = [], apiGroups = [], apiVersions = [], resources = [], scope } = rule;
  const faults = validateList(field.child('operations'), operations, 'operations');
  for (const [at, operation] of operations.entries()) {
    if (operationNames.includes(operation)) continue;
    faults.push(fieldErrors.notSupported(field.child('operations').index(at), operation, operationNames));
  }
  faults.push(...validateList(field.child('apiGroups'), apiGroups, 'API groups'));
  faults.push(...validateList(field.child('apiVersions'), apiVersions, 'API versions'));
  for (const [at, version] of apiVersions.entries()) {
    if (version === '') faults.push(fieldErrors.required(field.child('apiVersions').index(at)));
  }
  faults.push(...validateResource(field.child('resources'), resources));
  if (scope !== undefined && !scopes.includes(scope)) {
    faults.push(fieldErrors.notSupported(field.child('scope'), scope, scopes));
  }
  return faults;
}

/** A list that says something, and beside `*` nothing else. */
function validateList(field: FieldPath, list: readonly string[], noun: string): FieldError[] {
  if (list.length === 0) return [fieldErrors.required(field)];
  if (list.length === 1 || !list.includes('*')) return [];
  return [fieldErrors.invalid(field, list, `if '*' is present, must not specify other ${noun}`)];
}

function validateResource(field: FieldPath, resources: readonly string[]): FieldError[] {
  const faults = resources.length === 0 ? [fieldErrors.required(field)] : [];
  for (const [at, resource] of resources.entries()) {
    if (resource === '') faults.push(fieldErrors.required(field.index(at)));
    else faults.push(...validateCovered(field.index(at), resource, resources.slice(0, at)));
  }
  if (resources.length > 1 && resources.includes('*/*')) {
    faults.push(fieldErrors.invalid(field, resources, "if '*/*' is present, must not specify other resources"));
  }
  // Only the last one without a subresource counts, as on the real server.
  const last = resources.findLast((resource) => resource !== '' && !resource.includes('/'));
  if (resources.includes('*') && last !== '*') {
    const why = "if '*' is present, must not specify other resources without subresources";
    faults.push(fieldErrors.invalid(field, resources, why));
  }
  return faults;
}

/** What one of those before, with a wildcard, says already. */
function validateCovered(field: FieldPath, resource: string, before: readonly string[]): FieldError[] {
  const slash = resource.indexOf('/');
  if (slash < 0) return [];
  const wildcards = [`${resource.slice(0, slash)}/*`, `*/${resource.slice(slash + 1)}`];
  return wildcards
    .filter((wildcard) => before.includes(wildcard))
    .map((wildcard) =>
      fieldErrors.invalid(field, resource, `if '${wildcard}' is present, must not specify ${resource}`),
    );
}
