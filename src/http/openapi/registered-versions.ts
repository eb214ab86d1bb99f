import type { GroupVersion, JsonObject } from '#meta';
import { META } from './schema-names.ts';

/**
 * Every group and version that the real server knows options and watch events in, also those that are gone: clients find
 * out from OpenAPI v2 and from the documents of custom resources in which versions they may be written.
 */
const ofClients = readVersions(`
: v1
admissionregistration.k8s.io: v1 v1alpha1 v1beta1
apps: v1 v1beta1 v1beta2
authentication.k8s.io: v1 v1alpha1 v1beta1
authorization.k8s.io: v1 v1beta1
autoscaling: v1 v2
batch: v1 v1beta1
certificates.k8s.io: v1 v1alpha1 v1beta1
coordination.k8s.io: v1 v1alpha2 v1beta1
discovery.k8s.io: v1 v1beta1
events.k8s.io: v1 v1beta1
extensions: v1beta1
flowcontrol.apiserver.k8s.io: v1 v1beta1 v1beta2 v1beta3
internal.apiserver.k8s.io: v1alpha1
networking.k8s.io: v1 v1beta1
node.k8s.io: v1 v1alpha1 v1beta1
policy: v1 v1beta1
rbac.authorization.k8s.io: v1 v1alpha1 v1beta1
resource.k8s.io: v1 v1alpha3 v1beta1 v1beta2
scheduling.k8s.io: v1 v1alpha2 v1beta1
storage.k8s.io: v1 v1alpha1 v1beta1
storagemigration.k8s.io: v1beta1
`);
const ofServers = readVersions(`
admission.k8s.io: v1 v1beta1
apiextensions.k8s.io: v1 v1beta1
apiregistration.k8s.io: v1 v1beta1
imagepolicy.k8s.io: v1alpha1
`);

function readVersions(text: string): readonly GroupVersion[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [group = '', versions = ''] = line.split(': ');
      return versions.split(' ').map((version) => ({ group: group.replace(/:$/, ''), version }));
    });
}

const GVK = 'x-kubernetes-group-version-kind';
const kindsEverywhere = ['DeleteOptions', 'WatchEvent'];

/** A schema, of one that there is in every version with these versions. */
export function inVersions(name: string, schema: JsonObject, versions: readonly GroupVersion[]): JsonObject {
  const kind = kindsEverywhere.find((one) => name === `${META}.${one}`);
  if (kind === undefined) return schema;
  return { ...schema, [GVK]: versions.map(({ group, version }) => ({ group, kind, version })) };
}

const byGroup = (a: GroupVersion, b: GroupVersion): number =>
  a.group === b.group ? (a.version < b.version ? -1 : 1) : a.group < b.group ? -1 : 1;

/** In a document of a built-in group and version. */
export const versionsBeside = ({ group, version }: GroupVersion): readonly GroupVersion[] =>
  group === ''
    ? [{ group, version }]
    : [
        { group: '', version: 'v1' },
        { group, version },
      ];
/** In documents of custom resources. */
export const clientVersions: readonly GroupVersion[] = ofClients;
/** In the one document of OpenAPI v2. */
export const allVersions: readonly GroupVersion[] = [...ofClients, ...ofServers].sort(byGroup);
