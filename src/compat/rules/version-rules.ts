import type { JsonObject } from '#meta';
import { always, breaking, exampleVersion, notable, type Rule, surprising } from './rule.ts';
import { integer, text } from './samples.ts';

const size: JsonObject = { size: integer };
const v1 = exampleVersion('v1', size, { storage: true });
const beta = exampleVersion('v1beta1', size);
const deprecated = exampleVersion('v1beta1', size, { deprecated: true });
const scale = { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' };
const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' };

/** Versions, what is served beside objects, and names. */
export const versionRules = [
  {
    id: 'version-removed',
    title: 'A version is gone or no longer served.',
    meaning: 'A version that clients could use is not served any more.',
    why: 'Every client and every manifest that names the version fails.',
    advice:
      'Mark the version as deprecated, so that clients are warned, and serve it on: a stable version as long as the API lives, a beta version for three releases or nine months, whichever is longer. Stop serving it first and remove it a release later.',
    severity: {
      send: { alpha: 'warning', beta: 'warning', stable: 'error' },
      read: { alpha: 'warning', beta: 'warning', stable: 'error' },
    },
    fails: { old: { versions: [v1, deprecated] }, new: { versions: [v1] } },
    passes: { old: { versions: [v1, beta] }, new: { versions: [v1, deprecated] } },
  },
  {
    id: 'deprecated-too-late',
    title: 'A version went without having been deprecated.',
    meaning: 'A version is not served any more, and the definition before did not call it deprecated.',
    why: 'No client was ever warned.',
    advice: 'Release with `deprecated: true` first.',
    severity: { send: { alpha: 'note', beta: 'error', stable: 'error' } },
    fails: { old: { versions: [v1, beta] }, new: { versions: [v1] } },
    passes: { old: { versions: [v1, deprecated] }, new: { versions: [v1] } },
  },
  {
    id: 'stored-version-removed',
    title: 'A version is gone in which objects are stored.',
    meaning: 'The status of the definition lists the version among the stored ones.',
    why: 'The server refuses the definition; if it did not, it could not read its own store.',
    advice:
      'Write every object once in the new storage version, take the old one out of status.storedVersions, then remove it.',
    severity: { send: always, read: always },
    fails: {
      old: { versions: [v1, exampleVersion('v1alpha1', size, { served: false })], storedVersions: ['v1alpha1', 'v1'] },
      new: { versions: [v1] },
    },
    passes: { old: { versions: [v1, exampleVersion('v1alpha1', size, { served: false })] }, new: { versions: [v1] } },
  },
  {
    id: 'new-version-stored-at-once',
    title: 'A version is stored in the release that adds it.',
    meaning: 'The storage version is one that the definition before did not have.',
    why: 'After a rollback the old definition does not know the version in which objects lie: they cannot be read.',
    advice: 'Add the version in one release, make it the storage version in the next.',
    severity: { send: breaking, read: breaking },
    fails: {
      old: { versions: [exampleVersion('v1', size, { storage: true })] },
      new: { versions: [exampleVersion('v1', size), exampleVersion('v2', size, { storage: true })] },
    },
    passes: { old: { versions: [v1] }, new: { versions: [v1, exampleVersion('v2', size)] } },
  },
  {
    id: 'new-version-preferred-at-once',
    title: 'A version is preferred in the release that adds it.',
    meaning: 'Of all served versions, the new one is the first that clients are offered.',
    why: 'Clients that take what is preferred, kubectl among them, begin to use a version that a rollback takes away.',
    advice: 'Add the version without serving it, and serve it a release later.',
    severity: { read: notable },
    fails: { old: { versions: [v1] }, new: { versions: [v1, exampleVersion('v2', size)] } },
    passes: { old: { versions: [v1] }, new: { versions: [v1, exampleVersion('v2', size, { served: false })] } },
  },
  {
    id: 'conversion-changed',
    title: 'The conversion strategy changed.',
    meaning:
      'Objects were converted by a webhook and are no longer, or the other way round, and there are several versions.',
    why: 'Without the webhook, objects lie in the store in one shape and are shown as if they had another: fields are dropped. With a new one, each stored object depends on a service that must know every version at once.',
    advice: 'Bring all objects into one version first. Deploy the webhook before the definition that names it.',
    severity: { send: breaking, read: breaking },
    fails: {
      old: {
        versions: [v1, exampleVersion('v2', { width: integer })],
        definition: { conversion: { strategy: 'Webhook' } },
      },
      new: {
        versions: [v1, exampleVersion('v2', { width: integer })],
        definition: { conversion: { strategy: 'None' } },
      },
    },
    passes: {
      old: { versions: [v1], definition: { conversion: { strategy: 'Webhook' } } },
      new: { versions: [v1], definition: { conversion: { strategy: 'None' } } },
    },
  },
  {
    id: 'rollback-unsafe',
    title: 'The old definition refuses what the new one writes.',
    meaning: 'The smallest object that is valid now, with its defaults, is invalid in the definition before.',
    why: 'After a rollback, objects that do not even use the change cannot be written any more.',
    advice: 'Loosen in one release, use it in the next.',
    severity: { send: surprising },
    fails: {
      old: { spec: { color: { ...text, enum: ['red'], default: 'red' } } },
      new: { spec: { color: { ...text, enum: ['red', 'blue'], default: 'blue' } } },
    },
    passes: {
      old: { spec: { color: { ...text, enum: ['red'], default: 'red' } } },
      new: { spec: { color: { ...text, enum: ['red'], default: 'red' }, width: { ...integer, default: 3 } } },
    },
  },
  {
    id: 'selectable-field-removed',
    title: 'A field can no longer be selected by.',
    meaning: 'selectableFields lost an entry.',
    why: 'Lists and watches with that field selector are refused.',
    advice: 'Keep it as long as the version is served.',
    severity: { send: breaking },
    fails: {
      old: { spec: { color: text }, version: { selectableFields: [{ jsonPath: '.spec.color' }] } },
      new: { spec: { color: text } },
    },
    passes: {
      old: { spec: { color: text } },
      new: { spec: { color: text }, version: { selectableFields: [{ jsonPath: '.spec.color' }] } },
    },
  },
  {
    id: 'column-changed',
    title: 'A column of kubectl get changed.',
    meaning: 'A printed column is gone, or shows something else.',
    why: 'Scripts that read the table, and people, miss it.',
    advice: 'Keep columns, and add others behind them.',
    severity: { read: notable },
    fails: {
      old: {
        spec: size,
        version: { additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }] },
      },
      new: { spec: size },
    },
    passes: {
      old: { spec: size },
      new: {
        spec: size,
        version: { additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }] },
      },
    },
  },
  {
    id: 'subresource-changed',
    title: 'A subresource came or went, or its paths changed.',
    meaning:
      'The status or scale subresource is gone, scale looks elsewhere, or status came where objects had it already.',
    why: 'Without it, requests to it fail, and autoscalers and controllers with them. Once status is a subresource, status in an ordinary write is dropped.',
    advice: 'Decide both in the first release of a version.',
    severity: { send: breaking, read: breaking },
    fails: {
      old: { spec: size, status: size, version: { subresources: { status: {}, scale } } },
      new: { spec: size, status: size, version: { subresources: { status: {} } } },
    },
    passes: {
      old: { spec: size, status: size, version: { subresources: { status: {} } } },
      new: { spec: size, status: size, version: { subresources: { status: {}, scale } } },
    },
  },
  {
    id: 'identity-changed',
    title: 'The scope, group, kind or plural name changed.',
    meaning: 'What clients put into paths and manifests is another than before; or the definition is gone.',
    why: 'It is another API: paths change, every stored object is lost to clients, and servers refuse most of these changes.',
    advice: 'Make a new kind, and move objects over.',
    severity: { send: always, read: always },
    fails: { old: { spec: size }, new: { spec: size, definition: { scope: 'Cluster' } } },
    passes: { old: { spec: size }, new: { spec: size, definition: { scope: 'Namespaced' } } },
  },
  {
    id: 'short-name-removed',
    title: 'A short name or a category is gone.',
    meaning: 'names.shortNames or names.categories lost an entry, or the singular name changed.',
    why: 'People and scripts type them.',
    advice: 'Keep them.',
    severity: { send: surprising },
    fails: { old: { spec: size, definition: { names: { ...names, shortNames: ['wd'] } } }, new: { spec: size } },
    passes: { old: { spec: size }, new: { spec: size, definition: { names: { ...names, shortNames: ['wd'] } } } },
  },
  {
    id: 'round-trip-loses',
    title: 'An object loses something on the way to another version and back.',
    meaning:
      'For each pair of versions, objects made from the schemas go to the other version and back through the conversion that the definition has. Of a webhook, only a running one can be asked.',
    why: 'A client that reads and writes in one version destroys what clients of another version stored.',
    advice:
      'Give every version a place for everything: the field itself, or an annotation that the conversion keeps it in.',
    severity: { send: breaking, read: breaking },
    fails: { old: { versions: [v1] }, new: { versions: [v1, exampleVersion('v2', { ...size, width: integer })] } },
    passes: {
      old: { versions: [v1] },
      new: {
        versions: [
          exampleVersion('v1', { ...size, width: integer }, { storage: true }),
          exampleVersion('v2', { ...size, width: integer }),
        ],
      },
    },
  },
  {
    id: 'versions-disagree',
    title: 'What is valid in one version is invalid in another.',
    meaning:
      'Versions are not converted, and a value that one of them accepts is refused by another one that is served.',
    why: 'An object that was written through one version cannot be written through the other.',
    advice: 'Keep the rules of all versions the same, or convert.',
    severity: { send: breaking },
    fails: {
      old: { versions: [v1] },
      new: { versions: [v1, exampleVersion('v2', { size: { ...integer, maximum: 5 } })] },
    },
    passes: { old: { versions: [v1] }, new: { versions: [v1, exampleVersion('v2', size)] } },
  },
] as const satisfies readonly Rule[];
