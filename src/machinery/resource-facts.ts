import type { ServedResource } from './group-resources.ts';
import type { ResourceDefinition } from './resource-definition.ts';

/**
 * Built-in kinds and custom resources go the same way, but the real server treats them differently where clients can see
 * it. All of that follows from where a kind comes from; who asks says which of the differences is meant.
 */
interface Resource {
  readonly definition: Pick<ResourceDefinition, 'origin'>;
}

/** It is there because a CustomResourceDefinition is. */
export const isCustom = ({ definition }: Resource): boolean => definition.origin === 'custom';

/** Answers to every path below its objects and says itself what is not there; others are nowhere but at their own paths. */
export const answersAnyPath = isCustom;

/** A body has to say its kind and version. In others they may be left out, and are those of the path. */
export const bodiesNameKind = isCustom;

/** Items of a list say their kind and version, and the keys of the list are sorted. */
export const itemsNameKind = isCustom;

/** Tables are made from the object as it is shown. Of others they are made from the hub, so that all versions look alike. */
export const columnsReadVersion = isCustom;

/** Built-in kinds without columns of their own show when an object was made. Where there is none, they have `null` for rows. */
export const hasOwnColumns = ({ definition, versionDefinition }: ServedResource): boolean =>
  definition.origin === 'custom' || versionDefinition.columns.every(({ type }) => type !== 'date');

/** Nothing is equal to an empty list but an empty list: there is no Go type in which it would be the same as none. */
export const comparesLiterally = isCustom;

/** An object may have any fields at all, so what it is made of is looked at before anybody owns any of it. */
export const fieldsNeedChecking = isCustom;
