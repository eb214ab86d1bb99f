import { parseYaml } from '#machinery';
import type { Json, ValidationRule } from '#meta';
import type { JsonSchema } from '#schema';
import type { ApiColumn } from '../model.ts';
import { parsePairs, parseWords, type Tag, unquoted } from './doc-comment.ts';
import { addRule, type Mutable, type TagDraft } from './tag-draft.ts';

/** Why a tag cannot be understood, and what to write instead. */
export class TagFault extends Error {}

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

/** Known to others, and nothing to us: what Go needs a generator for, and what editors read. */
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

function numberOf({ text, written }: Tag): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) throw new TagFault(`${written} wants a number, like ${written} 3`);
  return value;
}

function booleanOf({ text, written }: Tag): boolean {
  if (text === '' || text === 'true') return true;
  if (text === 'false') return false;
  throw new TagFault(`${written} stands alone, or with true or false`);
}

function wordOf<Word extends string>({ text, written }: Tag, words: readonly Word[]): Word {
  const found = words.find((word) => word === unquoted(text));
  if (found === undefined) throw new TagFault(`${written} wants one of ${words.join(', ')}`);
  return found;
}

function textOf({ text, written }: Tag, example: string): string {
  if (text === '') throw new TagFault(`${written} wants a text, like ${written} ${example}`);
  return unquoted(text);
}

/** JSON, or the words of YAML, or the lists that markers have: `{"a","b"}`. */
function jsonOf({ text, written }: Tag): Json {
  if (text === '')
    throw new TagFault(`${written} wants a value, in JSON: ${written} "text", ${written} 3, ${written} {}`);
  const list = /^\{(?!\s*\}).*\}$/s.test(text) && !/^\{[^"'{[]*:|^\{\s*"[^"]*"\s*:/s.test(text);
  try {
    const value = parseYaml(Buffer.from(list ? `[${text.slice(1, -1)}]` : text), { duplicates: false }).value;
    return text.startsWith("'") || text.startsWith('`') ? unquoted(text) : value;
  } catch {
    throw new TagFault(`${written}: ${text} is no value; write it in JSON`);
  }
}

/** `Enum=A;B`, `@enum A, B`, `@enum ["A", "B"]`. */
function listOf(tag: Tag): readonly Json[] {
  if (tag.text.startsWith('[')) {
    const list = jsonOf(tag);
    if (Array.isArray(list)) return list;
  }
  const words = parseWords(textOf({ ...tag, text: tag.text === '' ? '' : `${tag.text} ` }, 'A, B').trim());
  return words.map((word) => (/^-?\d+$/.test(word) ? Number(word) : word));
}

const reasons = ['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'] as const;

function ruleOf(tag: Tag): ValidationRule {
  const pairs = pairsOf(tag, ['rule', 'message', 'messageExpression', 'reason', 'fieldPath', 'optionalOldSelf']);
  const rule = pairs.get('rule');
  if (rule === undefined) throw new TagFault(`${tag.written} wants a rule: ${tag.written} rule="self > 0" message="…"`);
  const reason = pairs.get('reason');
  if (reason !== undefined) wordOf({ ...tag, text: reason }, reasons);
  const optionalOldSelf = pairs.get('optionalOldSelf');
  return {
    ...(optionalOldSelf === undefined ? {} : { optionalOldSelf: optionalOldSelf !== 'false' }),
    ...Object.fromEntries([...pairs].filter(([name]) => name !== 'optionalOldSelf')),
    rule,
  };
}

function pairsOf(tag: Tag, names: readonly string[]): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const [name, value] of parsePairs(tag.text)) {
    const known = names.find((one) => one.toLowerCase() === name.toLowerCase());
    if (known === undefined) throw new TagFault(`${tag.written} does not know ${name}; it knows ${names.join(', ')}`);
    pairs.set(known, value);
  }
  return pairs;
}

function columnOf(tag: Tag): ApiColumn {
  const pairs = pairsOf(tag, ['name', 'type', 'jsonPath', 'description', 'format', 'priority']);
  const [name, type, jsonPath] = [pairs.get('name'), pairs.get('type'), pairs.get('jsonPath')];
  if (name === undefined || type === undefined || jsonPath === undefined) {
    throw new TagFault(`${tag.written} wants at least name=Age type=date jsonPath=.metadata.creationTimestamp`);
  }
  const [description, format, priority] = [pairs.get('description'), pairs.get('format'), pairs.get('priority')];
  return {
    name,
    type: wordOf({ ...tag, text: type }, ['integer', 'number', 'string', 'boolean', 'date']),
    jsonPath,
    ...(description === undefined ? {} : { description }),
    ...(format === undefined ? {} : { format }),
    ...(priority === undefined ? {} : { priority: Number(priority) }),
  };
}

function applyResource(kind: TagDraft['kind'], tag: Tag): void {
  const pairs = pairsOf(tag, ['path', 'plural', 'singular', 'shortName', 'shortNames', 'categories', 'scope']);
  const plural = pairs.get('path') ?? pairs.get('plural');
  const singular = pairs.get('singular');
  const scope = pairs.get('scope');
  if (plural !== undefined) kind.plural = plural;
  if (singular !== undefined) kind.singular = singular;
  if (scope !== undefined)
    kind.namespaced = wordOf({ ...tag, text: scope }, ['Namespaced', 'Cluster']) === 'Namespaced';
  kind.shortNames.push(...parseWords(pairs.get('shortName') ?? pairs.get('shortNames') ?? ''));
  kind.categories.push(...parseWords(pairs.get('categories') ?? ''));
}

function applySubresource(kind: TagDraft['kind'], tag: Tag): void {
  const [which = ''] = tag.text.split(/[:\s]/, 1);
  if (which === 'status') {
    kind.hasStatus = true;
    return;
  }
  if (which !== 'scale') throw new TagFault(`${tag.written} wants status or scale`);
  const rest = { ...tag, text: tag.text.slice(which.length).replace(/^:/, '') };
  const pairs = pairsOf(rest, ['specpath', 'statuspath', 'selectorpath']);
  const [spec, status, selector] = [pairs.get('specpath'), pairs.get('statuspath'), pairs.get('selectorpath')];
  if (spec === undefined || status === undefined) {
    throw new TagFault(`${tag.written} scale wants specpath=.spec.replicas statuspath=.status.replicas`);
  }
  kind.scale = {
    specReplicasPath: spec,
    statusReplicasPath: status,
    ...(selector === undefined ? {} : { labelSelectorPath: selector }),
  };
}

function applyConversion(kind: TagDraft['kind'], tag: Tag): void {
  const [which = ''] = tag.text.split(/\s/, 1);
  if (which === 'hub') kind.isHub = true;
  else if (which !== 'webhook')
    throw new TagFault(`${tag.written} wants hub, or webhook service=NAME namespace=NAMESPACE`);
  else {
    const pairs = pairsOf({ ...tag, text: tag.text.slice(which.length) }, ['service', 'namespace', 'path', 'port']);
    const [service, namespace, port] = [pairs.get('service'), pairs.get('namespace'), pairs.get('port')];
    if (service === undefined || namespace === undefined) {
      throw new TagFault(`${tag.written} webhook wants service=NAME namespace=NAMESPACE`);
    }
    const path = pairs.get('path') ?? '/convert';
    kind.webhook = { service, namespace, path, ...(port === undefined ? {} : { port: Number(port) }) };
  }
}

function applyClient(kind: TagDraft['kind'], { text }: Tag): void {
  kind.client ??= {};
  const { client } = kind;
  if (text === 'noStatus') client.noStatus = true;
  if (text === 'nonNamespaced') kind.namespaced = false;
  const verbs = /^(only|skip)Verbs=(.*)$/.exec(text);
  if (verbs === null) return;
  const named = parseWords(verbs[2] as string);
  client.skipVerbs = verbs[1] === 'skip' ? named : clientVerbs.filter((verb) => !named.includes(verb));
}
const clientVerbs = [
  'create',
  'update',
  'updateStatus',
  'delete',
  'deleteCollection',
  'get',
  'list',
  'watch',
  'patch',
  'apply',
  'applyStatus',
];

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
