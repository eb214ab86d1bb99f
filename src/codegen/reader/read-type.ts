import type ts from '@typescript/typescript6';
import type { JsonSchema, ScalarName } from '#schema';
import type { ApiType } from '../model.ts';
import { applyTags } from './apply-tags.ts';
import { joinRules } from './join-rules.ts';
import { isPinnace, knownType } from './known-types.ts';
import type { SourceFile, SourceFiles, TypeDeclaration } from './source-files.ts';
import type { TagDraft } from './tag-draft.ts';
import { globals, NO_GENERICS, refusals } from './type-refusal.ts';

/** The type at a place of the source. */
interface ReadType {
  readonly type: ApiType;
  /** The rules of the aliases that lead to it. */
  readonly rules: JsonSchema;
  /** `T | undefined` */
  readonly optional: boolean;
  /** The tags of the alias that leads to it. */
  readonly draft?: TagDraft;
}

/** A declaration that is a struct; the reader of structs looks into it. */
export interface StructSource {
  readonly name: string;
  readonly declaration: TypeDeclaration;
  readonly file: SourceFile;
  /** The package that it comes from, if it is another one. */
  readonly module: string | undefined;
}

interface Spot {
  readonly file: SourceFile;
  readonly module: string | undefined;
}

/** Reads types as they are written. What cannot be described is reported, and what to write instead. */
export class TypeReader {
  readonly #files: SourceFiles;
  readonly #need: (struct: StructSource) => void;

  constructor(files: SourceFiles, need: (struct: StructSource) => void) {
    this.#files = files;
    this.#need = need;
  }

  read(node: ts.TypeNode, spot: Spot): ReadType | undefined {
    const { compiler: ts } = this.#files;
    if (ts.isParenthesizedTypeNode(node)) return this.read(node.type, spot);
    if (ts.isArrayTypeNode(node)) return this.#list(node.elementType, spot);
    if (ts.isTypeOperatorNode(node)) return this.#operator(node, spot);
    if (ts.isUnionTypeNode(node)) return this.#union(node, spot);
    if (ts.isLiteralTypeNode(node)) return this.#literals([node], spot);
    if (ts.isTypeReferenceNode(node)) return this.#reference(node, spot);
    if (ts.isTypeLiteralNode(node)) return this.#literalStruct(node, spot);
    const scalar = keywords[ts.SyntaxKind[node.kind] as string];
    if (scalar !== undefined) return plain({ shape: scalar });
    return this.#refuse(
      node,
      spot,
      refusals[ts.SyntaxKind[node.kind] as string] ?? 'it cannot be described; write an interface',
    );
  }

  /** The declaration that a name means, through imports. */
  find(
    name: string,
    spot: Spot,
  ): (Spot & { readonly declaration: TypeDeclaration; readonly name: string }) | undefined {
    const declaration = spot.file.types.get(name);
    if (declaration !== undefined) return { ...spot, declaration, name };
    const imported = spot.file.imports.get(name);
    if (imported === undefined || isPinnace(imported.module)) return undefined;
    const file = this.#files.imported(spot.file, imported.module);
    if (file === undefined) return undefined;
    const module = imported.module.startsWith('.') ? spot.module : imported.module;
    return this.find(imported.name, { file, module });
  }

  #refuse(node: ts.Node, { file }: Spot, message: string): undefined {
    this.#files.report(file, node.getStart(), message);
    return undefined;
  }

  #operator(node: ts.TypeOperatorNode, spot: Spot): ReadType | undefined {
    const { SyntaxKind } = this.#files.compiler;
    if (node.operator === SyntaxKind.ReadonlyKeyword) return this.read(node.type, spot);
    return this.#refuse(node, spot, 'the keys of a type are no type of data; write the values: "a" | "b"');
  }

  #list(items: ts.TypeNode, spot: Spot): ReadType | undefined {
    const read = this.read(items, spot);
    if (read === undefined) return undefined;
    return plain({ shape: 'list', items: read.type }, isEmpty(read.rules) ? {} : { items: read.rules });
  }

  #map(values: ts.TypeNode, spot: Spot): ReadType | undefined {
    const read = this.read(values, spot);
    if (read === undefined) return undefined;
    return plain({ shape: 'map', values: read.type }, isEmpty(read.rules) ? {} : { additionalProperties: read.rules });
  }

  #literalStruct(node: ts.TypeLiteralNode, spot: Spot): ReadType | undefined {
    const { compiler: ts } = this.#files;
    const [only, ...others] = node.members;
    if (only !== undefined && ts.isIndexSignatureDeclaration(only) && others.length === 0)
      return this.#map(only.type, spot);
    return this.#refuse(node, spot, 'a struct needs a name of its own; write an interface and name it here');
  }

  #union(node: ts.UnionTypeNode, spot: Spot): ReadType | undefined {
    const { compiler: ts } = this.#files;
    const isKeyword = (kind: ts.SyntaxKind) => (type: ts.TypeNode) =>
      type.kind === kind || (ts.isLiteralTypeNode(type) && type.literal.kind === kind);
    const isUndefined = isKeyword(ts.SyntaxKind.UndefinedKeyword);
    const isNull = isKeyword(ts.SyntaxKind.NullKeyword);
    const others = node.types.filter((type) => !isUndefined(type) && !isNull(type));
    const read = this.#oneOf(node, others, spot);
    if (read === undefined) return undefined;
    const nullable = node.types.some(isNull) ? { nullable: true } : {};
    return { ...read, rules: { ...read.rules, ...nullable }, optional: read.optional || node.types.some(isUndefined) };
  }

  #oneOf(node: ts.UnionTypeNode, types: readonly ts.TypeNode[], spot: Spot): ReadType | undefined {
    const { compiler: ts } = this.#files;
    const [only] = types;
    if (types.length === 1 && only !== undefined) return this.read(only, spot);
    if (types.every((type) => ts.isLiteralTypeNode(type))) return this.#literals(types, spot);
    const kinds = new Set(types.map(({ kind }) => kind));
    const { StringKeyword, NumberKeyword } = ts.SyntaxKind;
    if (kinds.size === 2 && kinds.has(StringKeyword) && kinds.has(NumberKeyword))
      return plain({ shape: 'intOrString' });
    if (kinds.size === 2 && kinds.has(NumberKeyword) && kinds.has(ts.SyntaxKind.BigIntKeyword))
      return plain({ shape: 'int64' });
    const values = types.map((type) => this.#valuesOf(type, spot));
    if (values.every((list) => list !== undefined))
      return plain({ shape: 'string', values: [...new Set(values.flat())] });
    return this.#refuse(
      node,
      spot,
      'a union of these cannot be told apart in JSON; write a type of its own whose members have one field with different texts: type Source = { type: "A"; … } | { type: "B"; … }',
    );
  }

  /** The texts of a type that lists texts. */
  #valuesOf(node: ts.TypeNode, spot: Spot): readonly string[] | undefined {
    const { compiler: ts } = this.#files;
    if (ts.isLiteralTypeNode(node)) return ts.isStringLiteral(node.literal) ? [node.literal.text] : undefined;
    if (!ts.isTypeReferenceNode(node) || !ts.isIdentifier(node.typeName)) return undefined;
    if (this.find(node.typeName.text, spot) === undefined) return undefined;
    const type = this.read(node, spot)?.type;
    return type?.shape === 'string' ? type.values : undefined;
  }

  #literals(nodes: readonly ts.TypeNode[], spot: Spot): ReadType | undefined {
    const { compiler: ts } = this.#files;
    const literals = nodes.flatMap((node) => (ts.isLiteralTypeNode(node) ? [node.literal] : []));
    const texts = literals.flatMap((literal) => (ts.isStringLiteral(literal) ? [literal.text] : []));
    if (texts.length === nodes.length) return plain({ shape: 'string', values: texts });
    const numbers = literals.map((literal) => Number(literal.getText()));
    if (numbers.every((value) => Number.isInteger(value))) return plain({ shape: 'int32' }, { enum: numbers });
    const isBoolean = ({ kind }: ts.Node): boolean =>
      kind === ts.SyntaxKind.TrueKeyword || kind === ts.SyntaxKind.FalseKeyword;
    if (literals.every(isBoolean)) {
      return plain(
        { shape: 'bool' },
        literals.length === 1 ? { enum: [literals[0]?.kind === ts.SyntaxKind.TrueKeyword] } : {},
      );
    }
    return this.#refuse(nodes[0] as ts.Node, spot, 'values of one type are wanted: only texts, or only whole numbers');
  }

  #reference(node: ts.TypeReferenceNode, spot: Spot): ReadType | undefined {
    const { compiler: ts } = this.#files;
    const name = node.typeName.getText();
    if (!ts.isIdentifier(node.typeName)) return this.#qualified(node, spot);
    const { typeArguments = [] } = node;
    const imported = spot.file.imports.get(name);
    if (imported !== undefined && isPinnace(imported.module)) return this.#known(node, imported, spot);
    const found = this.find(name, spot);
    if (found !== undefined)
      return typeArguments.length > 0 ? this.#refuse(node, spot, NO_GENERICS) : this.#declared(found);
    const [first, second] = typeArguments;
    if ((name === 'Array' || name === 'ReadonlyArray') && first !== undefined) return this.#list(first, spot);
    if (name === 'Readonly' && first !== undefined) return this.read(first, spot);
    if (name === 'Record' && first !== undefined && second !== undefined) {
      if (first.kind === ts.SyntaxKind.StringKeyword) return this.#map(second, spot);
      return this.#refuse(first, spot, 'the keys of a map are texts; write Record<string, T>, or an interface');
    }
    return this.#refuse(
      node,
      spot,
      globals[name] ?? `there is no type ${name} here; import it from a file that can be read`,
    );
  }

  /** `core.PodSpec` */
  #qualified(node: ts.TypeReferenceNode, spot: Spot): ReadType | undefined {
    const [namespace = '', name = ''] = node.typeName.getText().split('.');
    const module = spot.file.namespaces.get(namespace);
    if (module === undefined) return this.#refuse(node, spot, `there is no ${namespace} here; import it`);
    if (isPinnace(module)) return this.#known(node, { name, module }, spot);
    const file = this.#files.imported(spot.file, module);
    const found =
      file === undefined ? undefined : this.find(name, { file, module: module.startsWith('.') ? spot.module : module });
    return found === undefined
      ? this.#refuse(node, spot, `${module} has no type ${name} that can be read`)
      : this.#declared(found);
  }

  #known(node: ts.Node, { name, module }: { name: string; module: string }, spot: Spot): ReadType | undefined {
    const known = knownType(name, module);
    if (known === undefined) return this.#refuse(node, spot, `${module} has no type ${name}`);
    if ('scalar' in known) return plain({ shape: known.scalar });
    return plain({ shape: 'foreign', name, module, struct: known.struct });
  }

  #declared(found: StructSource): ReadType | undefined {
    const { compiler: ts } = this.#files;
    const { declaration, file, name } = found;
    if (ts.isEnumDeclaration(declaration)) return this.#enumeration(declaration, found);
    if (declaration.typeParameters !== undefined) return this.#refuse(declaration, found, NO_GENERICS);
    if (this.isStruct(declaration, found)) {
      this.#need(found);
      return plain({ shape: 'struct', name });
    }
    const read = this.read((declaration as ts.TypeAliasDeclaration).type, found);
    if (read === undefined) return undefined;
    const draft = applyTags(this.#files.comment(file, declaration), 'type', (at, why) =>
      this.#files.report(file, at, why),
    );
    const type = 'values' in read.type || read.type.shape === 'string' ? { ...read.type, alias: name } : read.type;
    return { ...read, type: type as ApiType, rules: joinRules(read.rules, draft.rules), draft };
  }

  /** Whether a declaration has fields, and is not a name for something else. */
  isStruct(declaration: TypeDeclaration, spot: Spot): boolean {
    const { compiler: ts } = this.#files;
    if (ts.isInterfaceDeclaration(declaration)) return true;
    if (ts.isEnumDeclaration(declaration)) return false;
    return this.#hasFields(declaration.type, spot);
  }

  #hasFields(node: ts.TypeNode, spot: Spot): boolean {
    const { compiler: ts } = this.#files;
    if (ts.isTypeLiteralNode(node))
      return !(node.members.length === 1 && node.members.every((one) => ts.isIndexSignatureDeclaration(one)));
    if (ts.isIntersectionTypeNode(node)) return true;
    if (ts.isUnionTypeNode(node)) return node.types.every((type) => this.#hasFieldsOrNamesThem(type, spot));
    return false;
  }

  #hasFieldsOrNamesThem(node: ts.TypeNode, spot: Spot): boolean {
    const { compiler: ts } = this.#files;
    if (!ts.isTypeReferenceNode(node)) return this.#hasFields(node, spot);
    const found = this.find(node.typeName.getText(), spot);
    return found !== undefined && this.isStruct(found.declaration, found);
  }

  #enumeration(declaration: ts.EnumDeclaration, spot: Spot & { readonly name: string }): ReadType | undefined {
    const { compiler: ts } = this.#files;
    const values = declaration.members.flatMap(({ initializer }) =>
      initializer !== undefined && ts.isStringLiteral(initializer) ? [initializer.text] : [],
    );
    if (values.length === declaration.members.length) return plain({ shape: 'string', values, alias: spot.name });
    return this.#refuse(declaration, spot, 'the members of an enum are texts in JSON; write A = "A"');
  }
}

const plain = (type: ApiType, rules: JsonSchema = {}): ReadType => ({ type, rules, optional: false });
const isEmpty = (rules: JsonSchema): boolean => Object.keys(rules).length === 0;

const keywords: { readonly [kind: string]: ScalarName } = {
  StringKeyword: 'string',
  BooleanKeyword: 'bool',
  NumberKeyword: 'double',
  BigIntKeyword: 'int64',
  UnknownKeyword: 'json',
  AnyKeyword: 'json',
  ObjectKeyword: 'json',
};
