import type { ServedResource } from '#machinery';
import type { Hub } from '#meta';
import { type Access, accessWith } from './access.ts';
import { check, dropDuplicateOwners, mutate } from './admit.ts';
import { trackWrite } from './field-management/track-write.ts';
import { matchNamespace, wipeSystemFields } from './new-object.ts';

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
  // A question about an object may say which one it means.
  if (about === '') wipeSystemFields(question);
  matchNamespace(access, question);
  const { group, version, definition } = asked.resource;
  const admittance = {
    operation: 'CREATE',
    name: about || (question.metadata.name ?? ''),
    objects: { form: 'hub', object: question, oldObject: null },
    resource: { group, version, resource: definition.resource },
  } as const;
  dropDuplicateOwners(access, question, { afterAdmission: false });
  await trackWrite(access, question, null);
  await mutate(access, admittance);
  await check(access, admittance);
  return virtual.create(question, access, about);
}
