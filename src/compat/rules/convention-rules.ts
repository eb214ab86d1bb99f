import { notable, type Rule, surprising } from './rule.ts';
import { integer, keyed, text } from './samples.ts';

const conditions = (more: object) => ({
  type: 'array',
  description: 'What is known.',
  ...more,
  items: { type: 'object', required: ['type', 'status'], properties: { type: text, status: text } },
});

/** What makes later changes hard. Only new fields are looked at: for others it is too late. */
export const conventionRules = [
  {
    id: 'boolean-field',
    title: 'A new field is a boolean.',
    meaning: 'A field was added whose values are true and false.',
    why: 'What has two states today has three tomorrow, and a boolean cannot grow.',
    advice: 'Use an enumeration of words.',
    severity: { read: notable },
    fails: { old: { spec: {} }, new: { spec: { fast: { type: 'boolean', description: 'Whether it is fast.' } } } },
    passes: { old: { spec: {} }, new: { spec: { speed: text } } },
  },
  {
    id: 'float-field',
    title: 'A new field is a floating-point number.',
    meaning: 'A field of type number was added.',
    why: 'Languages read and write such numbers differently: an object may change by being read and written back.',
    advice: 'Use an integer of a smaller unit, or a quantity.',
    severity: { read: notable },
    fails: { old: { spec: {} }, new: { spec: { ratio: { type: 'number', description: 'A share.' } } } },
    passes: { old: { spec: {} }, new: { spec: { percent: integer } } },
  },
  {
    id: 'unsigned-field',
    title: 'A new field is an unsigned number.',
    meaning: 'A field with the format uint32 or uint64 was added.',
    why: 'Many languages have no such numbers, and no server enforces the format.',
    advice: 'Use int32 or int64 with a minimum of 0.',
    severity: { read: notable },
    fails: { old: { spec: {} }, new: { spec: { count: { ...integer, format: 'uint32' } } } },
    passes: { old: { spec: {} }, new: { spec: { count: { ...integer, format: 'int32', minimum: 0 } } } },
  },
  {
    id: 'map-field',
    title: 'A new field is a map.',
    meaning: 'A field was added whose keys are data, other than labels and annotations.',
    why: 'The keys cannot be described, and a key cannot get a second property.',
    advice: 'Use a list of objects with a name, merged by it.',
    severity: { read: notable },
    fails: {
      old: { spec: {} },
      new: { spec: { ports: { type: 'object', description: 'By name.', additionalProperties: { type: 'integer' } } } },
    },
    passes: { old: { spec: {} }, new: { spec: { ports: keyed('map', 'name') } } },
  },
  {
    id: 'list-without-type',
    title: 'A new list does not say how it is merged.',
    meaning: 'A list was added without x-kubernetes-list-type.',
    why: 'It is replaced as a whole by every applier, and that cannot be changed later.',
    advice: 'Say `map` with its keys, `set`, or `atomic` if that is meant.',
    severity: { read: notable },
    fails: {
      old: { spec: {} },
      new: { spec: { ports: { type: 'array', description: 'Ports.', items: { type: 'integer' } } } },
    },
    passes: { old: { spec: {} }, new: { spec: { ports: keyed('map', 'name') } } },
  },
  {
    id: 'conditions-without-keys',
    title: 'New conditions are not merged by their type.',
    meaning:
      '`conditions` was added, and is not a map list with the key `type`, or does not require `type` and `status`.',
    why: 'Several controllers write conditions of one object. Without the key each removes those of the others.',
    advice:
      'Say `x-kubernetes-list-type: map` with the key `type`, and require type, status, reason, message and lastTransitionTime.',
    severity: { send: surprising },
    fails: {
      old: { spec: {}, status: {} },
      new: { spec: {}, status: { conditions: conditions({ 'x-kubernetes-list-type': 'atomic' }) } },
    },
    passes: {
      old: { spec: {}, status: {} },
      new: {
        spec: {},
        status: { conditions: conditions({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] }) },
      },
    },
  },
  {
    id: 'status-without-subresource',
    title: 'A new status is no subresource.',
    meaning: 'A version, or its status, was added, and clients can write status together with spec.',
    why: 'Whoever may change spec may change what the controller reports, and putting it under a subresource later drops what clients send.',
    advice: 'Add `subresources: {status: {}}` with the first release of status.',
    severity: { send: surprising },
    fails: {
      old: { spec: {}, version: { subresources: {} } },
      new: { spec: {}, status: { size: integer }, version: { subresources: {} } },
    },
    passes: { old: { spec: {} }, new: { spec: {}, status: { size: integer } } },
  },
  {
    id: 'rule-too-costly',
    title: 'A validation rule cannot be afforded.',
    meaning: 'A rule is new that a server refuses: it does not compile, or its estimated cost is beyond the limit.',
    why: 'The server refuses the whole definition.',
    advice: 'Give lists, maps and texts that the rule walks through a greatest length.',
    severity: { send: { alpha: 'error', beta: 'error', stable: 'error' } },
    fails: {
      old: { spec: { names: { type: 'array', description: 'Names.', items: { type: 'string' } } } },
      new: {
        spec: {
          names: {
            type: 'array',
            description: 'Names.',
            items: { type: 'string' },
            'x-kubernetes-validations': [
              { rule: 'self.all(a, self.all(b, self.all(c, a.contains(b) || b.contains(c))))' },
            ],
          },
        },
      },
    },
    passes: {
      old: { spec: { names: { type: 'array', description: 'Names.', items: { type: 'string' } } } },
      new: {
        spec: {
          names: {
            type: 'array',
            description: 'Names.',
            items: { type: 'string' },
            'x-kubernetes-validations': [{ rule: 'size(self) >= 0' }],
          },
        },
      },
    },
  },
] as const satisfies readonly Rule[];
