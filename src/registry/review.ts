import type { ServedResource } from '#machinery';
import type { Hub } from '#meta';
import { type Access, accessWith } from './access.ts';
import { dropDuplicateOwners } from './admit.ts';
import { trackWrite } from './field-management/track-write.ts';
import { matchNamespace, wipeSystemFields } from './new-object.ts';
import { pass } from './write-path.ts';

interface ReviewRequest {
  /** A hub object, decoded and defaulted; it may be changed. */
  readonly review: Hub;
  /** What it is. */
  readonly served: ServedResource;
  /** The object whose part was asked, '' where there is none. */
  readonly about: string;
}

/** Answers a review: it goes the way of a new object, but is never stored. */
export async function answerReview(asked: Access, { review, served, about }: ReviewRequest): Promise<Hub> {
  const { virtual } = served.definition;
  if (virtual === undefined) throw new Error(`${served.definition.kind} is not a review`);
  const access = accessWith(asked, { resource: served });
  const { group, version, definition } = asked.resource;
  const admitted = await pass<Hub>(access, {
    operation: 'CREATE',
    nameOf: ({ metadata }) => about || (metadata.name ?? ''),
    resource: { group, version, resource: definition.resource },
    wanted() {
      // A review about an object may say which one it means.
      if (about === '') wipeSystemFields(review);
      matchNamespace(access, review);
      dropDuplicateOwners(access, review, { afterAdmission: false });
      return review;
    },
    track: (object) => trackWrite(access, object, null),
    shows: (object) => ({ form: 'hub', object, oldObject: null }),
  });
  return virtual.create(admitted, access, about);
}
