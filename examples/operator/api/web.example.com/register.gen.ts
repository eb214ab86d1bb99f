// Made by 'pinnace gen register'. Change the types, not this.
import { describeKind, type ResourceRules, type Scheme, SchemeBuilder } from 'pinnace/api';
import { setObjectDefaultsSite as setObjectDefaultsSiteV1 } from './v1/defaults.gen.ts';
import { v1 as v1Types } from './v1/schema.gen.ts';

/** The name of the group. */
export const groupName = 'web.example.com';

/** Site with all its versions. */
export const siteKind = describeKind({
  group: groupName,
  kind: 'Site',
  hub: v1Types.type('Site'),
})
  .version('v1', {
    type: v1Types.type('Site'),
    default: setObjectDefaultsSiteV1,
  })
  .storedAs('v1');

/** What a server needs to know besides: apiResource(siteKind, siteKindRules). */
export const siteKindRules = {
  resource: 'sites',
  namespaced: true,
  shortNames: ['site'],
  strategy: { tracksGeneration: true },
  subresources: [{ name: 'status' }],
  versions: {
    v1: {
      columns: [
        { name: 'Pages', type: 'integer', jsonPath: '.status.pages' },
        { name: 'Ready', type: 'string', jsonPath: '.status.conditions[?(@.type=="Ready")].status' },
      ],
    },
  },
} satisfies ResourceRules;

function addKinds(scheme: Scheme): void {
  scheme.addKind(siteKind);
}

/** Collects what the group adds to a scheme; register more with it. */
export const localSchemeBuilder = new SchemeBuilder(addKinds);

/** Adds the kinds of the group, their defaults and their conversions to a scheme. */
export const addToScheme = localSchemeBuilder.addToScheme;
