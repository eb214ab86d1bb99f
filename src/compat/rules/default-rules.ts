import { breaking, exampleVersion, type Rule } from './rule.ts';
import { integer } from './samples.ts';

/** Values of fields that were not set. */
export const defaultRules = [
  {
    id: 'default-added',
    title: 'A field that was there got a default.',
    meaning: 'A field that could be unset now has a value whenever nobody gives one.',
    why: 'Unset had a meaning, which clients rely on and stored objects have. They all read the default from now on.',
    advice:
      'Only a default that means exactly what unset meant is safe: keep it, and accept the finding with that reason. New fields may have defaults.',
    severity: { read: breaking },
    fails: { old: { spec: { size: integer } }, new: { spec: { size: { ...integer, default: 3 } } } },
    passes: { old: { spec: {} }, new: { spec: { size: { ...integer, default: 3 } } } },
  },
  {
    id: 'default-changed',
    title: 'A default changed.',
    meaning: 'A field that is left out has another value than before.',
    why: 'The same request makes another object, and objects that were stored without the field change under their owners.',
    advice: 'Keep the default. A new version may have another one only if conversion writes the old one out.',
    severity: { send: breaking, read: breaking },
    fails: { old: { spec: { size: { ...integer, default: 3 } } }, new: { spec: { size: { ...integer, default: 4 } } } },
    passes: {
      old: { spec: { size: { ...integer, default: 3 } } },
      new: { spec: { size: { ...integer, default: 3 } } },
    },
  },
  {
    id: 'default-removed',
    title: 'A default was removed.',
    meaning: 'A field that was never absent may be absent now.',
    why: 'Readers have never seen it unset, and requests without it now mean something that nobody defined.',
    advice: 'Keep the default as long as the version is served.',
    severity: { send: breaking, read: breaking },
    fails: { old: { spec: { size: { ...integer, default: 3 } } }, new: { spec: { size: integer } } },
    passes: {
      old: { spec: { size: { ...integer, default: 3 } } },
      new: { spec: { size: { ...integer, default: 3 }, width: integer } },
    },
  },
  {
    id: 'default-differs',
    title: 'Versions do not agree about a default.',
    meaning: 'A field has a default in one version and another one, or none, in a second version.',
    why: 'Defaults are set in the version of the request and again in the version of the store: what unset means would depend on who asks.',
    advice: 'Give every version the same default for the same field, in the same release.',
    severity: { send: breaking, read: breaking },
    fails: {
      old: {
        versions: [exampleVersion('v1', { size: integer }, { storage: true }), exampleVersion('v2', { size: integer })],
      },
      new: {
        versions: [
          exampleVersion('v1', { size: integer, width: integer }, { storage: true }),
          exampleVersion('v2', { size: integer, width: { ...integer, default: 3 } }),
        ],
      },
    },
    passes: {
      old: {
        versions: [exampleVersion('v1', { size: integer }, { storage: true }), exampleVersion('v2', { size: integer })],
      },
      new: {
        versions: [
          exampleVersion('v1', { size: integer, width: { ...integer, default: 3 } }, { storage: true }),
          exampleVersion('v2', { size: integer, width: { ...integer, default: 3 } }),
        ],
      },
    },
  },
] as const satisfies readonly Rule[];
