import { breaking, notable, type Rule, surprising } from './rule.ts';
import { colors, integer, rule, text } from './samples.ts';

/** Which values are valid. */
export const valueRules = [
  {
    id: 'enum-value-added',
    title: 'A value was added to an enumeration.',
    meaning: 'A field may have a value that it could not have before.',
    why: 'Clients that know how to treat every value meet one that they do not know.',
    advice:
      'Say in the description, from the first release of the field on, that values may be added and how to treat one that is not known. Otherwise add the value in a new version.',
    severity: { read: breaking },
    fails: {
      old: { spec: { color: colors('red', 'blue') } },
      new: { spec: { color: colors('red', 'blue', 'green') } },
    },
    passes: {
      old: {
        spec: {
          color: { ...colors('red', 'blue'), description: 'More values may be added. Treat unknown values as red.' },
        },
      },
      new: {
        spec: {
          color: {
            ...colors('red', 'blue', 'green'),
            description: 'More values may be added. Treat unknown values as red.',
          },
        },
      },
    },
  },
  {
    id: 'enum-value-removed',
    title: 'A value was removed from an enumeration.',
    meaning:
      'A field may no longer have a value that it could have; or it may have only listed ones, where it was free.',
    why: 'Requests that were accepted are refused, and stored objects with the value cannot be written any more.',
    advice: 'Go on to accept the value, say that it is deprecated, and treat it as the nearest of the others.',
    severity: { send: breaking },
    fails: { old: { spec: { color: colors('red', 'blue') } }, new: { spec: { color: colors('red') } } },
    passes: {
      old: { spec: { color: colors('red', 'blue') } },
      new: {
        spec: { color: { ...colors('red', 'blue'), description: 'A text. Deprecated: blue, which is taken for red.' } },
      },
    },
  },
  {
    id: 'bounds-tightened',
    title: 'A bound became tighter.',
    meaning: 'A least or greatest value, length or number is stricter than before, or new.',
    why: 'What was valid is refused now, also when it lies in the store.',
    advice: 'Leave the bound as it is and refuse what is too much where it is used; or tighten it in a new version.',
    severity: { send: breaking },
    fails: {
      old: { spec: { size: { ...integer, maximum: 10 } } },
      new: { spec: { size: { ...integer, maximum: 5 } } },
    },
    passes: {
      old: { spec: { color: colors('red', 'blue') } },
      new: { spec: { color: { ...colors('red', 'blue'), maxLength: 4 } } },
    },
  },
  {
    id: 'bounds-loosened',
    title: 'A bound became looser.',
    meaning: 'A least or greatest value, length or number is less strict than before, or gone.',
    why: 'Readers made room for what was possible; other producers and consumers of the same objects validate with the old bound. A rollback finds objects that the old definition refuses.',
    advice: 'Loosen it in a new version, or make sure that every reader copes first.',
    severity: { read: surprising },
    fails: {
      old: { spec: { size: { ...integer, maximum: 10 } } },
      new: { spec: { size: { ...integer, maximum: 50 } } },
    },
    passes: {
      old: { spec: { size: { ...integer, maximum: 10 } } },
      new: { spec: { size: { ...integer, maximum: 10 } } },
    },
  },
  {
    id: 'pattern-changed',
    title: 'A pattern was added or changed.',
    meaning:
      'Texts must match another pattern. Where both patterns can be compared as languages, the finding says which texts are affected and shows the shortest; otherwise it is undecided.',
    why: 'Texts that were valid are refused, or texts come that nobody expected.',
    advice: 'Change a pattern only so that it accepts all that it accepted, and no more than readers can take.',
    severity: { send: breaking, read: surprising },
    fails: {
      old: { spec: { color: { ...text, pattern: '^[a-z]+$' } } },
      new: { spec: { color: { ...text, pattern: '^[a-z]{1,3}$' } } },
    },
    passes: {
      old: { spec: { color: { ...text, pattern: '^[a-z][a-z]*$' } } },
      new: { spec: { color: { ...text, pattern: '^[a-z]+$' } } },
    },
  },
  {
    id: 'format-changed',
    title: 'A format was added or changed.',
    meaning: 'Texts or numbers must have another format. Formats that no server knows are not enforced.',
    why: 'Values that were valid are refused, and typed clients read them into types that do not hold the others.',
    advice: 'Keep the format. Name the field anew where the values are others.',
    severity: { send: breaking, read: surprising },
    fails: { old: { spec: { since: text } }, new: { spec: { since: { ...text, format: 'date-time' } } } },
    passes: {
      old: { spec: { size: { ...integer, format: 'int32' } } },
      new: { spec: { size: { ...integer, format: 'int32' } } },
    },
  },
  {
    id: 'cel-rule-tightened',
    title: 'A validation rule was added or changed.',
    meaning:
      'An expression in x-kubernetes-validations is new. It is evaluated with values that were valid before; one that it refuses is shown. Where none is found, the finding is undecided.',
    why: 'Requests that were accepted are refused. Stored objects that break the rule can be changed only where they do not touch what is wrong.',
    advice: 'Let new rules speak of new fields only. For old fields warn first, with a policy that only warns.',
    severity: { send: breaking },
    fails: {
      old: { spec: { size: integer } },
      new: { specSchema: { properties: { size: integer }, ...rule('!has(self.size) || self.size != 0') } },
    },
    passes: {
      old: { spec: { size: integer } },
      new: { spec: { size: integer, width: { ...integer, ...rule('self > 0') } } },
    },
  },
  {
    id: 'cel-rule-loosened',
    title: 'A validation rule was removed.',
    meaning: 'An expression in x-kubernetes-validations is gone.',
    why: 'Readers meet objects that could not be before.',
    advice: 'Keep the rule as long as the version is served, or make sure that every reader copes first.',
    severity: { read: surprising },
    fails: { old: { spec: { size: { ...integer, ...rule('self > 0') } } }, new: { spec: { size: integer } } },
    passes: {
      old: { spec: { size: { ...integer, ...rule('self > 0') } } },
      new: { spec: { size: { ...integer, ...rule('self>0') } } },
    },
  },
  {
    id: 'made-immutable',
    title: 'A field can no longer be changed.',
    meaning: 'A rule that compares with the former value is new.',
    why: 'Updates that worked are refused. Controllers and people who change the field have no other way.',
    advice: 'A field is immutable from its first release on, or never within the version.',
    severity: { send: breaking },
    fails: { old: { spec: { color: text } }, new: { spec: { color: { ...text, ...rule('self == oldSelf') } } } },
    passes: { old: { spec: {} }, new: { spec: { color: { ...text, ...rule('self == oldSelf') } } } },
  },
  {
    id: 'made-mutable',
    title: 'A field that could not be changed now can.',
    meaning: 'A rule that compares with the former value is gone.',
    why: 'Readers that looked once, and controllers that built on it, miss the change.',
    advice: 'Make sure that whoever reads the field watches it.',
    severity: { read: surprising },
    fails: { old: { spec: { color: { ...text, ...rule('self == oldSelf') } } }, new: { spec: { color: text } } },
    passes: {
      old: { spec: { color: { ...text, ...rule('self == oldSelf') } } },
      new: { spec: { color: { ...text, ...rule('self==oldSelf') } } },
    },
  },
  {
    id: 'invalid-made-valid',
    title: 'What was refused outright is accepted now.',
    meaning: 'A condition is gone: a pattern, a format, a list of values, `not`, `anyOf` or `oneOf`.',
    why: 'That something is invalid is a promise too: readers do not handle it, and clients use the refusal to find out what a server can do.',
    advice: 'Accept more in a new version, or through a new field.',
    severity: { read: breaking },
    fails: { old: { spec: { color: { ...text, not: { enum: ['none'] } } } }, new: { spec: { color: text } } },
    passes: {
      old: { spec: { color: { ...text, not: { enum: ['none'] } } } },
      new: { spec: { color: { ...text, not: { enum: ['none'] } } } },
    },
  },
  {
    id: 'status-tightened',
    title: 'Less is valid in status.',
    meaning: 'A field of status accepts fewer values than before. Its version has a status subresource.',
    why: 'Only controllers write status. Readers see a part of what they saw before, which they can handle; but a controller of the old release may be refused during an upgrade.',
    advice: 'Allowed. Let the controller of the release before already keep to it.',
    severity: { send: notable },
    fails: {
      old: { spec: {}, status: { size: integer } },
      new: { spec: {}, status: { size: { ...integer, maximum: 5 } } },
    },
    passes: {
      old: { spec: {}, status: { size: integer } },
      new: { spec: {}, status: { size: integer, width: { ...integer, maximum: 5 } } },
    },
  },
  {
    id: 'status-loosened',
    title: 'More is valid in status.',
    meaning: 'A field of status accepts values that it did not accept.',
    why: 'Every reader of status may meet values that it does not know.',
    advice: 'Say in the description that values may be added. Otherwise use a new field.',
    severity: { read: surprising },
    fails: {
      old: { spec: {}, status: { phase: colors('Ready') } },
      new: { spec: {}, status: { phase: colors('Ready', 'Failed') } },
    },
    passes: {
      old: { spec: {}, status: { phase: colors('Ready', 'Failed') } },
      new: { spec: {}, status: { phase: colors('Ready', 'Failed') } },
    },
  },
] as const satisfies readonly Rule[];
