import type ts from '@typescript/typescript6';
import type { JsonSchema, ScalarName } from '#schema';
import type { ApiField, ApiScalar, ApiStruct, ApiType, ApiUnion } from '../model.ts';
import { applyTags } from './apply-tags.ts';
import { validateField } from './field-validation.ts';
import { joinRules } from './join-rules.ts';
import { kindOf } from './kind-from-draft.ts';
import { isListMeta, isObjectMeta, isPinnace } from './known-types.ts';
import { type StructSource, TypeReader } from './read-type.ts';
import type { SourceFiles } from './source-files.ts';
import type { TagDraft } from './tag-draft.ts';
import { joinMembers, type UnionMember, unionRules } from './union.ts';

interface Members {
  readonly fields: readonly ApiField[];
  readonly head: ApiStruct['head'];
  /** `apiVersion` and `kind`, which are fields like others in a struct that is no object. */
  readonly headFields: readonly ApiField[];
  readonly discriminator?: string;
  readonly members: ReadonlyMap<string, string>;
  readonly rules?: JsonSchema;
}

const nothing: Members = { fields: [], head: {}, headFields: [], members: new Map() };

/** Reads structs, and those that they hold, until there is none left. */
export class StructReader {
  readonly #files: SourceFiles;
  readonly #types: TypeReader;
  readonly #waiting: StructSource[] = [];
  readonly #known = new Map<string, StructSource>();

  constructor(files: SourceFiles) {
    this.#files = files;
    this.#types = new TypeReader(files, (struct) => this.need(struct));
  }

  need(struct: StructSource): void {
    const before = this.#known.get(struct.name);
    if (before === undefined) {
      this.#known.set(struct.name, struct);
      this.#waiting.push(struct);
    } else if (before.declaration !== struct.declaration) {
      const { file, line } = this.#files.place(before.file, before.declaration.name.getStart());
      this.#report(
        struct,
        struct.declaration.name,
        `there is another ${struct.name} at ${file}:${line}; give one of them another name`,
      );
    }
  }

  /** All structs that were asked for, with what they hold. */
  readAll(): readonly ApiStruct[] {
    const structs: ApiStruct[] = [];
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
      structs.push(this.#read(next));
    return structs;
  }

  isStruct(struct: StructSource): boolean {
    return this.#types.isStruct(struct.declaration, struct);
  }

  #report({ file }: StructSource, node: ts.Node, message: string): void {
    this.#files.report(file, node.getStart(), message);
  }

  #tags(
    source: StructSource,
    node: ts.Node,
    target: 'type' | 'field',
  ): { readonly description: string; readonly draft: TagDraft } {
    const comment = this.#files.comment(source.file, node);
    const report = (at: number, why: string) => this.#files.report(source.file, at, why);
    return { description: comment.description, draft: applyTags(comment, target, report) };
  }

  #read(source: StructSource): ApiStruct {
    const { declaration, name, file, module } = source;
    const { description, draft } = this.#tags(source, declaration, 'type');
    this.#checkHead(source);
    const { fields, head, headFields, discriminator, members, rules } = this.#declared(source);
    const metadata = fields.find((field) => field.name === 'metadata');
    const isNamed = metadata !== undefined && isObjectMeta(metadata.type);
    const isKind = draft.kind.isKind === true || (isNamed && !name.endsWith('TemplateSpec'));
    const isList = metadata !== undefined && isListMeta(metadata.type);
    const { mapType } = draft;
    return {
      name,
      place: this.#files.place(file, declaration.name.getStart()),
      description,
      fields: isKind || isList ? fields : [...headFields, ...fields],
      rules: joinRules(
        joinRules(draft.rules, rules ?? {}),
        mapType === 'atomic' ? { 'x-kubernetes-map-type': 'atomic' } : {},
      ),
      ...(members.size === 0 ? {} : { union: unionOf(discriminator, members) }),
      ...(isKind && !isList ? { kind: kindOf(name, draft.kind) } : {}),
      isList,
      skipsConversion: draft.skipsConversion === true,
      head: isKind || isList ? head : {},
      ...(module === undefined ? {} : { module }),
    };
  }

  #checkHead(source: StructSource): void {
    const { compiler: ts } = this.#files;
    const { declaration } = source;
    const isExported = declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported)
      this.#report(source, declaration.name, `generated code imports ${source.name}; write export before it`);
    if (!ts.isEnumDeclaration(declaration) && declaration.typeParameters !== undefined) {
      this.#report(
        source,
        declaration.name,
        'generic types cannot be described; write out the interface with its types',
      );
    }
  }

  #declared(source: StructSource): Members {
    const { compiler: ts } = this.#files;
    const { declaration } = source;
    if (ts.isInterfaceDeclaration(declaration)) {
      const bases = (declaration.heritageClauses ?? []).flatMap(({ types }) => types);
      const inherited = bases.map((base) => this.#base(source, base.expression));
      return joined([...inherited, this.#members(source, declaration.members)]);
    }
    return ts.isTypeAliasDeclaration(declaration) ? this.#of(source, declaration.type) : nothing;
  }

  /** The fields of a type that is written at this place. */
  #of(source: StructSource, node: ts.TypeNode): Members {
    const { compiler: ts } = this.#files;
    if (ts.isParenthesizedTypeNode(node)) return this.#of(source, node.type);
    if (ts.isTypeLiteralNode(node)) return this.#members(source, node.members);
    if (ts.isIntersectionTypeNode(node)) return joined(node.types.map((type) => this.#of(source, type)));
    if (ts.isTypeReferenceNode(node)) return this.#base(source, node.typeName);
    if (ts.isUnionTypeNode(node)) return this.#union(source, node);
    this.#report(source, node, 'an interface is wanted here');
    return nothing;
  }

  #base(source: StructSource, node: ts.Node): Members {
    const name = node.getText();
    const imported = source.file.imports.get(name);
    if (imported !== undefined && isPinnace(imported.module) && imported.name === 'TypeMeta') {
      return { ...nothing, head: { apiVersion: '', kind: '' }, headFields: this.#typeMeta(source, node) };
    }
    const found = this.#types.find(name, source);
    if (found !== undefined && this.isStruct(found)) return this.#inherited(found);
    this.#report(source, node, `the fields of ${name} cannot be read; write them out`);
    return nothing;
  }

  /** Fields of a struct that another one extends, and what is demanded of them together. */
  #inherited(base: StructSource): Members {
    const members = this.#declared(base);
    const { rules } = this.#tags(base, base.declaration, 'type').draft;
    return { ...members, rules: joinRules(rules, members.rules ?? {}) };
  }

  #typeMeta({ file }: StructSource, node: ts.Node): readonly ApiField[] {
    const place = this.#files.place(file, node.getStart());
    return ['apiVersion', 'kind'].map((name) => {
      return { name, place, description: '', type: { shape: 'string' }, optional: true, rules: {} };
    });
  }

  #union(source: StructSource, node: ts.UnionTypeNode): Members {
    const members = node.types.map((type): UnionMember => this.#of(source, type));
    const union = joinMembers(members);
    if (typeof union !== 'string')
      return { ...union, head: {}, headFields: [], rules: { 'x-kubernetes-validations': unionRules(union) } };
    this.#report(source, node, union);
    return nothing;
  }

  #members(source: StructSource, nodes: ts.NodeArray<ts.TypeElement>): Members {
    const { compiler: ts } = this.#files;
    const fields: ApiField[] = [];
    const headFields: ApiField[] = [];
    const head: { apiVersion?: string; kind?: string } = {};
    const members = new Map<string, string>();
    let discriminator: string | undefined;
    for (const node of nodes) {
      if (!ts.isPropertySignature(node) || node.type === undefined) {
        this.#report(source, node, memberRefusal(ts.SyntaxKind[node.kind] as string));
        continue;
      }
      const name = nameOf(node.name, ts);
      if (name === undefined) {
        this.#report(source, node, 'the name of a field is a word or a text; write it out');
        continue;
      }
      const isHead = name === 'apiVersion' || name === 'kind';
      if (isHead) head[name] = literalOf(node.type, ts);
      const { field, draft } = this.#field(source, node, name);
      if (draft.union !== undefined) discriminator = name;
      if (draft.member !== undefined) members.set(name, draft.member);
      if (field !== undefined) (isHead ? headFields : fields).push(field);
    }
    return { fields, head, headFields, members, ...(discriminator === undefined ? {} : { discriminator }) };
  }

  #field(
    source: StructSource,
    node: ts.PropertySignature,
    name: string,
  ): { readonly field: ApiField | undefined; readonly draft: TagDraft } {
    const { description, draft } = this.#tags(source, node, 'field');
    const read = this.#types.read(node.type as ts.TypeNode, source);
    if (read === undefined) return { field: undefined, draft };
    const rules = joinRules(read.rules, draft.rules);
    const alias = read.draft;
    const field: ApiField = {
      name,
      place: this.#files.place(source.file, node.name.getStart()),
      description,
      optional: draft.optional ?? (node.questionToken !== undefined || read.optional),
      ...settled(read.type, rules, draft.type ?? alias?.type),
      ...(draft.default === undefined ? {} : { default: draft.default }),
      ...topology(draft, alias),
    };
    for (const why of validateField(field)) this.#report(source, node.name, why);
    return { field, draft };
  }
}

const unionOf = (discriminator: string | undefined, members: ReadonlyMap<string, string>): ApiUnion =>
  discriminator === undefined ? { members } : { discriminator, members };

/** Later ones take the place of earlier ones of the same name. */
function joined(parts: readonly Members[]): Members {
  const byName = (all: readonly ApiField[]) => [...new Map(all.map((field) => [field.name, field])).values()];
  const discriminator = parts.map((part) => part.discriminator).find((name) => name !== undefined);
  return {
    fields: byName(parts.flatMap(({ fields }) => fields)),
    headFields: byName(parts.flatMap(({ headFields }) => headFields)),
    rules: parts.map(({ rules }) => rules ?? {}).reduce(joinRules, {}),
    head: Object.assign({}, ...parts.map(({ head }) => head)) as ApiStruct['head'],
    members: new Map(parts.flatMap(({ members }) => [...members])),
    ...(discriminator === undefined ? {} : { discriminator }),
  };
}

const formats: { readonly [format: string]: ScalarName } = {
  int32: 'int32',
  int64: 'int64',
  float: 'double',
  double: 'double',
};

/** Tags say what TypeScript has no types for: which number it is. */
function settled(type: ApiType, rules: JsonSchema, said: string | undefined): Pick<ApiField, 'type' | 'rules'> {
  if (type.shape !== 'double' && type.shape !== 'int64') return { type, rules };
  const { format, ...others } = rules;
  const named = format === undefined ? undefined : formats[format];
  if (named !== undefined) return { type: { ...type, shape: named } as ApiScalar, rules: others };
  return { type: said === 'integer' ? { shape: 'int64' } : type, rules };
}

type Topology = Pick<ApiField, 'listType' | 'listMapKeys' | 'mapType' | 'patchStrategy' | 'mergeKey'>;

function topology(own: TagDraft, alias: TagDraft | undefined): Topology {
  const listType = own.listType ?? alias?.listType;
  const keys = own.listMapKeys.length > 0 ? own.listMapKeys : (alias?.listMapKeys ?? []);
  const mapType = own.mapType ?? alias?.mapType;
  return {
    ...(listType === undefined ? {} : { listType }),
    ...(keys.length === 0 ? {} : { listMapKeys: keys }),
    ...(mapType === undefined ? {} : { mapType }),
    ...(own.patchStrategy === undefined ? {} : { patchStrategy: own.patchStrategy }),
    ...(own.mergeKey === undefined ? {} : { mergeKey: own.mergeKey }),
  };
}

function nameOf(name: ts.PropertyName, compiler: typeof ts): string | undefined {
  return compiler.isIdentifier(name) || compiler.isStringLiteral(name) ? name.text : undefined;
}

function literalOf(node: ts.TypeNode, compiler: typeof ts): string {
  return compiler.isLiteralTypeNode(node) && compiler.isStringLiteral(node.literal) ? node.literal.text : '';
}

function memberRefusal(kind: string): string {
  if (kind === 'IndexSignature') return 'a struct has named fields; write a field of its own: Record<string, T>';
  if (kind === 'MethodSignature') return 'a method is no data; remove it';
  return 'a field with a name and a type is wanted here';
}
