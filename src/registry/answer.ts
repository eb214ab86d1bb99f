import type { ServedResource } from '#machinery';
import type { Hub } from '#meta';
import { type Access, accessWith } from './access.ts';
import { dropDuplicateOwners } from './admit.ts';
import { trackWrite } from './field-management/track-write.ts';
import { matchNamespace, wipeSystemFields } from './new-object.ts';
import { pass } from './write-path.ts';

export interface Question {
  /** A hub object, decoded and defaulted; it may be changed. */
  readonly question: Hub;
  /** What it is. */
  readonly served: ServedResource;
  /** The object whose part was asked, '' where there is none. */
  readonly about: string;
}

/**
 * Answers what would be created, were it an object: all happens to it that happens to a new object, only that it is never
 * stored.
 */
export async function answer(asked: Access, { question, served, about }: Question): Promise<Hub> {
  const { virtual } = served.definition;
  if (virtual === undefined) throw new Error(`${served.definition.kind} is not a question`);
  const access = accessWith(asked, { resource: served });
  const { group, version, definition } = asked.resource;
  const admitted = await pass<Hub>(access, {
    operation: 'CREATE',
    nameOf: ({ metadata }) => about || (metadata.name ?? ''),
    resource: { group, version, resource: definition.resource },
    wanted() {
      // A question about an object may say which one it means.
      if (about === '') wipeSystemFields(question);
      matchNamespace(access, question);
      dropDuplicateOwners(access, question, { afterAdmission: false });
      return question;
    },
    track: (object) => trackWrite(access, object, null),
    shows: (object) => ({ form: 'hub', object, oldObject: null }),
  });
  return virtual.create(admitted, access, about);
}
