import type { JsonSchema } from '#schema';
import type { FieldPair } from '../field-pair.ts';
import type { SchemaView } from '../schema-view.ts';

/** Fields of which one is set. */
interface Union {
  readonly members: readonly string[];
  /** The field that says which. */
  readonly discriminator: string | undefined;
}

/** Fields of which one is set: who they are, and who says which. */
export function checkUnion({ old, next, path, report }: FieldPair): void {
  const [before, after] = [unionOf(old), unionOf(next)];
  if (after === undefined) return;
  if (before === undefined) {
    if (after.discriminator === undefined) {
      const message = `one of ${after.members.join(', ')} is set, and no field says which`;
      report.note({ rule: 'union-without-discriminator', path, message });
    }
    return;
  }
  for (const name of before.members) {
    if (after.members.includes(name) || !next.properties.has(name)) continue;
    report.note({
      rule: 'union-changed',
      path: [...path, name],
      message: 'the field is no longer a member of the union',
      effect: 'tightens',
    });
  }
  for (const name of after.members) {
    if (before.members.includes(name)) continue;
    report.note({
      rule: 'union-changed',
      path: [...path, name],
      message: 'the union has a new member',
      effect: 'loosens',
    });
  }
}

/** Told by `oneOf` or `anyOf` whose branches require one field each, or by an enumeration that names fields. */
export function unionOf(schema: SchemaView): Union | undefined {
  const branches = requiredBranches(schema.source);
  const discriminator = discriminatorOf(schema);
  if (branches !== undefined) return { members: branches, discriminator };
  if (discriminator === undefined) return undefined;
  return { members: membersNamedBy(schema, discriminator), discriminator };
}

export function requiredBranches({ oneOf, anyOf }: JsonSchema): readonly string[] | undefined {
  // That none of them is set may be one of the branches.
  const branches = (oneOf ?? anyOf)?.filter(({ not }) => not?.anyOf === undefined);
  if (branches === undefined || branches.length === 0) return undefined;
  const names = branches.map(({ required }) => (required?.length === 1 ? required[0] : undefined));
  return names.every((name): name is string => name !== undefined) ? names : undefined;
}

function discriminatorOf(schema: SchemaView): string | undefined {
  for (const [name, property] of schema.properties) {
    if (property.type === 'string' && property.enum !== undefined && membersNamedBy(schema, name).length >= 2)
      return name;
  }
  return undefined;
}

function membersNamedBy(schema: SchemaView, discriminator: string): readonly string[] {
  const values = schema.properties.get(discriminator)?.enum ?? [];
  return values.flatMap((value) => (typeof value === 'string' ? (memberNamed(schema, value) ?? []) : []));
}

/** `HTTPGet` names `httpGet`. Members are objects: a word and a flag of the same name are no union. */
export function memberNamed(schema: SchemaView, value: string): string | undefined {
  const wanted = value.toLowerCase();
  for (const [name, { type }] of schema.properties) {
    if (type === 'object' && name.toLowerCase() === wanted) return name;
  }
  return undefined;
}
