import { apiVersionOf } from '#meta';
import type { GenFault } from '../gen-fault.ts';
import type { ApiField, ApiStruct, ApiType } from '../model.ts';

/** What does not fit together among the structs of a version. */
export function validateStructs(
  structs: readonly ApiStruct[],
  version: { readonly group: string; readonly version: string },
): readonly GenFault[] {
  const byName = new Map(structs.map((struct) => [struct.name, struct]));
  return structs.flatMap((struct) => [
    ...headFaults(struct, apiVersionOf(version)),
    ...struct.fields.flatMap((field) => keyFaults(field, byName)),
  ]);
}

function headFaults({ head, name, kind, place }: ApiStruct, apiVersion: string): readonly GenFault[] {
  if (kind === undefined) return [];
  const wanted = { apiVersion, kind: name };
  return (['apiVersion', 'kind'] as const).flatMap((member) => {
    const written = head[member];
    if (written === undefined || written === '' || written === wanted[member]) return [];
    return [
      { place, message: `the ${member} of ${name} is '${wanted[member]}' by its folder and name, not '${written}'` },
    ];
  });
}

/** Keys of a list are fields of its items that are always there, or have a default. */
function keyFaults(field: ApiField, structs: ReadonlyMap<string, ApiStruct>): readonly GenFault[] {
  const { type, listMapKeys = [], place } = field;
  const struct = type.shape === 'list' ? structOf(type.items, structs) : undefined;
  if (struct === undefined) return [];
  return listMapKeys.flatMap((key) => {
    const found = struct.fields.find(({ name }) => name === key);
    if (found === undefined) return [{ place, message: `@listMapKey ${key}: ${struct.name} has no field ${key}` }];
    if (found.optional && found.default === undefined) {
      return [
        { place, message: `@listMapKey ${key}: the key must be there; write ${key}: without ?, or give it a @default` },
      ];
    }
    return [];
  });
}

const structOf = (type: ApiType, structs: ReadonlyMap<string, ApiStruct>): ApiStruct | undefined =>
  type.shape === 'struct' ? structs.get(type.name) : undefined;
