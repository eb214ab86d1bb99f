import type { JsonSchema } from '#schema';
import { parsePairs, parseWords, type Tag } from './doc-comment.ts';
import { applyClient, applyConversion, applyResource, applySubresource, columnOf } from './kind-tags.ts';
import { addRule, type Mutable, type TagDraft } from './tag-draft.ts';
import { booleanOf, jsonOf, listOf, numberOf, pairsOf, ruleOf, TagFault, textOf, wordOf } from './tag-values.ts';

/** Where a tag may stand. */
export type TagTarget = 'field' | 'type' | 'file';

interface TagMeaning {
  readonly on: readonly TagTarget[];
  apply(draft: TagDraft, tag: Tag): void;
}

type Rules = Mutable<JsonSchema>;
const anywhere: readonly TagTarget[] = ['field', 'type'];

/** A keyword of the schema. Tags for the items of a list write into the schema of the items. */
const keyword = (read: (rules: Rules, tag: Tag) => void): TagMeaning => ({
  on: anywhere,
  apply(draft, tag) {
    if (tag.within === 'value') return read(draft.rules, tag);
    const items: Rules = { ...(draft.rules.items as JsonSchema | undefined) };
    read(items, tag);
    draft.rules.items = items;
  },
});
const onKind = (read: (kind: TagDraft['kind'], tag: Tag) => void): TagMeaning => ({
  on: ['type'],
  apply: (draft, tag) => read(draft.kind, tag),
});
const onField = (apply: (draft: TagDraft, tag: Tag) => void): TagMeaning => ({ on: ['field'], apply });
const onBoth = (apply: (draft: TagDraft, tag: Tag) => void): TagMeaning => ({ on: anywhere, apply });

/** Tags of other tools: accepted and ignored. */
const ignored: TagMeaning = { on: ['field', 'type', 'file'], apply: () => undefined };

const number = (name: 'minimum' | 'maximum' | 'multipleOf') =>
  keyword((rules, tag) => {
    rules[name] = numberOf(tag);
  });
const count = (
  name: 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'minProperties' | 'maxProperties',
): TagMeaning =>
  keyword((rules, tag) => {
    const value = numberOf(tag);
    if (!Number.isInteger(value) || value < 0)
      throw new TagFault(`${tag.written} wants a count, like ${tag.written} 3`);
    rules[name] = value;
  });
const flag = (
  name:
    | 'exclusiveMinimum'
    | 'exclusiveMaximum'
    | 'uniqueItems'
    | 'nullable'
    | 'x-kubernetes-preserve-unknown-fields'
    | 'x-kubernetes-embedded-resource'
    | 'x-kubernetes-int-or-string',
): TagMeaning =>
  keyword((rules, tag) => {
    rules[name] = booleanOf(tag);
  });

/** `ExactlyOneOf=a;b`: a rule that counts which of the fields are there. */
const countedFields = (relation: string, words: string): TagMeaning =>
  keyword((rules, tag) => {
    const fields = parseWords(tag.text);
    if (fields.length < 2)
      throw new TagFault(`${tag.written} wants the names of at least two fields: ${tag.written} a;b`);
    const there = fields.map((field) => `has(self.${field})`).join(',');
    addRule(rules, {
      rule: `[${there}].filter(x,x==true).size() ${relation} 1`,
      message: `${words} of the fields in [${fields.join(' ')}] ${relation === '<=' ? 'may' : 'must'} be set`,
    });
  });

const optional = (value: boolean): TagMeaning =>
  onField((draft) => {
    draft.optional = value;
  });
const value = onField((draft, tag) => {
  draft.default = jsonOf(tag);
});
const validation = keyword((rules, tag) => addRule(rules, ruleOf(tag)));

/** What each tag means, by the name that is left without `kubebuilder:` and `k8s:`. */
export const tagTable: { readonly [name: string]: TagMeaning } = {
  minimum: number('minimum'),
  maximum: number('maximum'),
  multipleOf: number('multipleOf'),
  exclusiveMinimum: flag('exclusiveMinimum'),
  exclusiveMaximum: flag('exclusiveMaximum'),
  minLength: count('minLength'),
  maxLength: count('maxLength'),
  minItems: count('minItems'),
  maxItems: count('maxItems'),
  minProperties: count('minProperties'),
  maxProperties: count('maxProperties'),
  uniqueItems: flag('uniqueItems'),
  pattern: keyword((rules, tag) => {
    rules.pattern = textOf(tag, '^[a-z]+$');
  }),
  enum: keyword((rules, tag) => {
    if (tag.text !== '') rules.enum = listOf(tag);
  }),
  format: keyword((rules, tag) => {
    rules.format = textOf(tag, 'int32');
  }),
  type: onBoth((draft, tag) => {
    draft.type = wordOf(tag, ['integer', 'number', 'string', 'boolean', 'object', 'array']);
  }),
  title: keyword((rules, tag) => {
    rules.title = textOf(tag, 'A title');
  }),
  nullable: flag('nullable'),
  preserveUnknownFields: flag('x-kubernetes-preserve-unknown-fields'),
  pruning: keyword((rules, tag) => {
    wordOf(tag, ['PreserveUnknownFields']);
    rules['x-kubernetes-preserve-unknown-fields'] = true;
  }),
  embeddedResource: flag('x-kubernetes-embedded-resource'),
  xEmbeddedResource: flag('x-kubernetes-embedded-resource'),
  xPreserveUnknownFields: flag('x-kubernetes-preserve-unknown-fields'),
  intOrString: flag('x-kubernetes-int-or-string'),
  xIntOrString: flag('x-kubernetes-int-or-string'),
  validation,
  xValidation: validation,
  immutable: keyword((rules) => addRule(rules, { rule: 'self == oldSelf', message: 'Value is immutable' })),
  exactlyOneOf: countedFields('==', 'exactly one'),
  atMostOneOf: countedFields('<=', 'at most one'),
  atLeastOneOf: countedFields('>=', 'at least one'),
  default: value,
  optional: optional(true),
  required: optional(false),
  listType: onBoth((draft, tag) => {
    draft.listType = wordOf(tag, ['atomic', 'set', 'map']);
  }),
  listMapKey: onBoth((draft, tag) => {
    draft.listMapKeys.push(...parseWords(textOf(tag, 'name')));
  }),
  mapType: onBoth((draft, tag) => {
    draft.mapType = wordOf(tag, ['atomic', 'granular']);
  }),
  structType: onBoth((draft, tag) => {
    draft.mapType = wordOf(tag, ['atomic', 'granular']);
  }),
  patchStrategy: onField((draft, tag) => {
    draft.patchStrategy = textOf(tag, 'merge');
  }),
  patchMergeKey: onField((draft, tag) => {
    draft.mergeKey = textOf(tag, 'name');
  }),
  kind: onKind((kind) => {
    kind.isKind = true;
  }),
  root: onKind((kind) => {
    kind.isKind = true;
  }),
  resource: onKind(applyResource),
  subresource: onKind(applySubresource),
  printcolumn: onKind((kind, tag) => kind.columns.push(columnOf(tag))),
  selectablefield: onKind((kind, tag) => {
    kind.selectableFields.push(pairsOf(tag, ['jsonPath']).get('jsonPath') ?? '');
  }),
  storageversion: onKind((kind) => {
    kind.stored = true;
  }),
  unservedversion: onKind((kind) => {
    kind.unserved = true;
  }),
  deprecated: {
    on: ['field', 'type'],
    apply(draft, tag) {
      draft.kind.deprecated = tag.text;
    },
  },
  deprecatedversion: onKind((kind, tag) => {
    kind.deprecated = pairsOf(tag, ['warning']).get('warning') ?? '';
  }),
  conversion: onKind(applyConversion),
  hub: onKind((kind) => {
    kind.isHub = true;
  }),
  skip: onKind((kind) => {
    kind.skipsDefinition = true;
  }),
  skipversion: onKind((kind) => {
    kind.skipsDefinition = true;
  }),
  metadata: onKind((kind, tag) => {
    for (const [name, written] of parsePairs(tag.text)) {
      const target = name === 'labels' ? kind.labels : kind.annotations;
      for (const pair of written.split(';')) {
        const [key = '', ...rest] = pair.split('=');
        target[key] = rest.join('=');
      }
    }
  }),
  genclient: onKind(applyClient),
  groupName: {
    on: ['file'],
    apply(draft, tag) {
      draft.groupName = textOf(tag, 'batch.example.com');
    },
  },
  'conversion-gen': {
    on: ['type', 'file'],
    apply(draft, tag) {
      if (tag.text === 'false') draft.skipsConversion = true;
    },
  },
  union: {
    on: ['type'],
    apply(draft) {
      draft.union = {};
    },
  },
  unionDiscriminator: onField((draft) => {
    draft.union = {};
  }),
  unionMember: onField((draft, tag) => {
    draft.member = parsePairs(tag.text).get('memberName') ?? tag.text;
  }),
  ...Object.fromEntries(
    // biome-ignore format: one list
    ['object', 'rbac', 'webhook', 'storageversionless', 'deepcopy-gen', 'defaulter-gen', 'defaulter-gen-input', 'openapi-gen',
      'protobuf-gen', 'prerelease-lifecycle-gen', 'register-gen', 'validation-gen', 'conversion-gen-external-types',
      'featureGate', 'ifEnabled', 'alpha', 'beta', 'example', 'externalDocs', 'schemaless', 'see', 'remarks', 'since',
      'internal', 'public', 'beta', 'alpha', 'packageDocumentation', 'todo', 'author', 'license', 'link', 'note',
      'lint', 'oneOf', 'protobuf', 'versionName', 'enumExclude', 'apidocs', 'optionalOldSelf', 'maturity',
    ].map((name) => [name, ignored]),
  ),
};
