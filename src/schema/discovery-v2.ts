import { metaV1 } from './meta-v1.ts';
import { describeTypes, type TypeLibrary } from './parse-types.ts';

/** Discovery in one document: what `/apis` answers to those who ask for all groups at once. */
export const discoveryV2: TypeLibrary = describeTypes(
  {
    package: 'io.k8s.api.apidiscovery.v2',
    goPackage: 'v2',
    group: 'apidiscovery.k8s.io',
    uses: { meta: metaV1 },
  },
  `
APIGroupDiscoveryList | All groups.
  1 metadata meta.ListMeta | Metadata of the list.
  2 items [APIGroupDiscovery] always required | The groups, the preferred first.
APIGroupDiscovery | One group and its versions.
  1 metadata meta.ObjectMeta | Its name is that of the group.
  2 versions [APIVersionDiscovery] list=map(version) | The versions, the preferred first.
APIVersionDiscovery | One version of a group and its resources.
  1 version string always required | The name of the version.
  2 resources [APIResourceDiscovery] list=map(resource) | What is served in it.
  3 freshness string go=DiscoveryFreshness | Current, or Stale when it could not be asked for again.
APIResourceDiscovery | One resource.
  1 resource string always required | The plural name.
  2 responseKind meta.GroupVersionKind? | The kind of its objects.
  3 scope string always required go=ResourceScope | Cluster or Namespaced.
  4 singularResource string always required | The singular name.
  5 verbs [string] always required list=set | What may be done with it.
  6 shortNames [string] list=set | Abbreviations.
  7 categories [string] list=set | The groups of resources it belongs to.
  8 subresources [APISubresourceDiscovery] list=map(subresource) | Its parts.
APISubresourceDiscovery | A part of a resource.
  1 subresource string always required | Its name.
  2 responseKind meta.GroupVersionKind? | The kind of what is read there.
  3 acceptedTypes [meta.GroupVersionKind] list=map(group,version,kind) | The kinds of what may be sent.
  4 verbs [string] always required list=set | What may be done with it.
`,
);
