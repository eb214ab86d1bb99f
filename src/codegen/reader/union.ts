import type { ValidationRule } from '#meta';
import type { ApiField } from '../model.ts';

export interface UnionMember {
  readonly fields: readonly ApiField[];
}

interface JoinedUnion {
  readonly fields: readonly ApiField[];
  readonly discriminator: string;
  readonly members: ReadonlyMap<string, string>;
}

/**
 * One struct for a union whose members tell themselves apart by the text of one field. The fields of the members are
 * optional in it, and a rule says which of them belongs to which text.
 */
export function joinMembers(members: readonly UnionMember[]): JoinedUnion | string {
  const discriminator = discriminatorOf(members);
  if (discriminator === undefined) {
    return 'a union needs a field that tells its members apart; give each a field of one name with a text of its own: { type: "A"; … } | { type: "B"; … }';
  }
  const texts = members.map((member) => textOf(member, discriminator) as string);
  const first = members[0]?.fields.find(({ name }) => name === discriminator) as ApiField;
  const others = new Map(
    members.flatMap(({ fields }) =>
      fields.filter(({ name }) => name !== discriminator).map((field) => [field.name, field]),
    ),
  );
  return {
    discriminator,
    fields: [
      { ...first, optional: false, type: { shape: 'string', values: texts } },
      ...[...others.values()].map((field) => ({ ...field, optional: true })),
    ],
    members: new Map(members.flatMap((member, index) => membersOf(member, discriminator, texts[index] as string))),
  };
}

const membersOf = ({ fields }: UnionMember, discriminator: string, text: string): [string, string][] =>
  fields.filter(({ name }) => name !== discriminator).map(({ name }) => [name, text]);

function discriminatorOf(members: readonly UnionMember[]): string | undefined {
  const names = members[0]?.fields.map(({ name }) => name) ?? [];
  return names.find((name) => {
    const texts = members.map((member) => textOf(member, name));
    return texts.every((text) => text !== undefined) && new Set(texts).size === texts.length;
  });
}

function textOf({ fields }: UnionMember, wanted: string): string | undefined {
  const type = fields.find(({ name }) => name === wanted)?.type;
  return type?.shape === 'string' && type.values?.length === 1 ? type.values[0] : undefined;
}

/** Rules of the Common Expression Language that hold a value to its union. */
export function unionRules({ discriminator, members }: JoinedUnion): readonly ValidationRule[] {
  return [...members].map(([field, text]) => ({
    rule: `self.${discriminator} == ${JSON.stringify(text)} || !has(self.${field})`,
    message: `${field} is only for ${discriminator} ${text}`,
  }));
}
