import { breaking, notable, type Rule, surprising } from './rule.ts';
import { colors, integer, keyed, list, text } from './samples.ts';

const member = { type: 'object', description: 'A way.', properties: { path: text } };
const open = { type: 'object', description: 'Anything.', 'x-kubernetes-preserve-unknown-fields': true };
const closed = { type: 'object', description: 'Anything.', properties: {} };
const plainObject = { type: 'object', description: 'A template.', properties: { kind: text, apiVersion: text } };

/** How values are put together. */
export const structureRules = [
  {
    id: 'union-changed',
    title: 'The members of a union changed.',
    meaning: 'Of fields of which one at most is set, there is one more or one less.',
    why: 'Clients that know all the members find none of them set, and may take the object for something else. A member that is gone cannot be sent any more.',
    advice:
      'Add members only where a discriminator tells which one is meant, so that old clients see that they do not know it. Deprecate members before they go.',
    severity: { send: breaking, read: surprising },
    fails: {
      old: {
        specSchema: {
          properties: { file: member, url: member },
          oneOf: [{ required: ['file'] }, { required: ['url'] }],
        },
      },
      new: { specSchema: { properties: { file: member, url: member }, oneOf: [{ required: ['file'] }] } },
    },
    passes: {
      old: {
        specSchema: {
          properties: { file: member, url: member },
          oneOf: [{ required: ['file'] }, { required: ['url'] }],
        },
      },
      new: {
        specSchema: {
          properties: { file: member, url: member },
          oneOf: [{ required: ['url'] }, { required: ['file'] }],
        },
      },
    },
  },
  {
    id: 'union-without-discriminator',
    title: 'A new union has no discriminator.',
    meaning: 'One of several fields must be set, and no field says which.',
    why: 'A client that clears the member it knows and a client that sets one nobody knew look alike; a member that is added later is invisible to old clients.',
    advice: 'Add a field with an enumeration that names the member.',
    severity: { read: notable },
    fails: {
      old: { specSchema: { properties: { file: member, url: member } } },
      new: {
        specSchema: {
          properties: { file: member, url: member },
          oneOf: [{ required: ['file'] }, { required: ['url'] }],
        },
      },
    },
    passes: {
      old: { spec: {} },
      new: {
        spec: {
          source: {
            type: 'object',
            description: 'Where it comes from.',
            properties: { type: colors('File', 'Url'), file: member, url: member },
            oneOf: [{ required: ['file'] }, { required: ['url'] }],
          },
        },
      },
    },
  },
  {
    id: 'topology-changed',
    title: 'Lists or maps are merged in another way.',
    meaning: 'x-kubernetes-list-type, its keys, or x-kubernetes-map-type changed.',
    why: 'Server-side apply keeps who owns which item. With another way to tell items apart the owners of all stored objects are wrong: appliers lose items, or take away those of others. Sets and map lists also refuse duplicates that were accepted.',
    advice: 'Choose the way in the first release of the field. Change it with a new field or in a new version.',
    severity: { send: breaking },
    fails: { old: { spec: { ports: keyed('atomic') } }, new: { spec: { ports: keyed('map', 'name') } } },
    passes: {
      old: { spec: { ports: list({ type: 'string' }) } },
      new: { spec: { ports: { ...list({ type: 'string' }), 'x-kubernetes-list-type': 'atomic' } } },
    },
  },
  {
    id: 'nullable-changed',
    title: 'Null became valid or invalid.',
    meaning: 'A field may be null and could not be, or the other way round.',
    why: 'Null that was stored or sent is refused or dropped for a default; or readers meet null where there was a value or nothing.',
    advice: 'Leave it as it is. Absence says the same as null in most APIs.',
    severity: { send: breaking, read: breaking },
    fails: { old: { spec: { size: { ...integer, nullable: true } } }, new: { spec: { size: integer } } },
    passes: { old: { spec: { size: integer } }, new: { spec: { size: { ...integer, nullable: false } } } },
  },
  {
    id: 'unknown-fields-changed',
    title: 'Unknown fields are treated in another way.',
    meaning: 'Fields that the schema does not name were kept and are dropped or refused now, or the other way round.',
    why: 'What clients kept there disappears from stored objects with the next write. The other way round, misspelt fields are no longer told.',
    advice: 'Name the fields that are used before the rest is dropped. Better, keep it open within the version.',
    severity: { send: breaking, read: surprising },
    fails: { old: { spec: { more: open } }, new: { spec: { more: closed } } },
    passes: { old: { spec: { more: open } }, new: { spec: { more: { ...open, properties: { size: integer } } } } },
  },
  {
    id: 'embedded-resource-changed',
    title: 'A value became, or is no longer, a resource of its own.',
    meaning: 'x-kubernetes-embedded-resource changed.',
    why: 'An embedded resource must have apiVersion and kind, and its metadata is checked and pruned as such.',
    advice: 'Decide it in the first release of the field.',
    severity: { send: breaking, read: surprising },
    fails: {
      old: { spec: { template: plainObject } },
      new: { spec: { template: { ...plainObject, 'x-kubernetes-embedded-resource': true } } },
    },
    passes: {
      old: { spec: {} },
      new: { spec: { template: { ...plainObject, 'x-kubernetes-embedded-resource': true } } },
    },
  },
  {
    id: 'int-or-string-changed',
    title: 'A field became, or is no longer, a number or a text.',
    meaning: 'x-kubernetes-int-or-string changed.',
    why: 'Of the two forms one is refused that was accepted; or typed clients, which know one form, fail to decode the other.',
    advice: 'Add a field beside it, or change it in a new version and convert.',
    severity: { send: breaking, read: breaking },
    fails: {
      old: { spec: { port: { description: 'A port.', 'x-kubernetes-int-or-string': true } } },
      new: { spec: { port: integer } },
    },
    passes: {
      old: { spec: { port: { description: 'A port.', 'x-kubernetes-int-or-string': true } } },
      new: { spec: { port: { description: 'A port.', 'x-kubernetes-int-or-string': true } } },
    },
  },
] as const satisfies readonly Rule[];
