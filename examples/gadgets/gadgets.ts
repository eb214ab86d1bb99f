import { apiResource, type ResourceDefinition, Scheme } from 'pinnace/api';
import { addToScheme, gadgetKind, gadgetKindRules, groupName } from './api/gadgets.example.com/register.gen.ts';

export const scheme = new Scheme();
addToScheme(scheme);
scheme.check();

/** The resource, as the types declare it. */
export const gadgets: ResourceDefinition = apiResource(gadgetKind, gadgetKindRules);

/** The same, stored in another version than the types say. */
export const gadgetsStoredAs = (version: string): ResourceDefinition =>
  apiResource(scheme.versionedKind({ group: groupName, kind: 'Gadget' }, version), gadgetKindRules);
