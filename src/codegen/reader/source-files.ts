import { join, posix, relative, sep } from 'node:path';

import type ts from '@typescript/typescript6';
import type { GenFault } from '../gen-fault.ts';
import type { Place } from '../model.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { Compiler } from './compiler.ts';
import { type DocComment, parseDocComment } from './doc-comment.ts';

export type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration;

/** A name that a file takes from elsewhere. */
interface Import {
  /** What it is called there. */
  readonly name: string;
  readonly module: string;
}

/** A file of the user, parsed, with the names that hold in it. */
export interface SourceFile {
  /** From the root of the project. */
  readonly path: string;
  readonly tree: ts.SourceFile;
  readonly types: ReadonlyMap<string, TypeDeclaration>;
  readonly imports: ReadonlyMap<string, Import>;
  /** Namespaces: `import type * as core from '…'`. */
  readonly namespaces: ReadonlyMap<string, string>;
}

/** The user's files, each parsed once. Nothing is compiled: types are read as they are written. */
export class SourceFiles {
  readonly faults: GenFault[] = [];
  readonly compiler: Compiler;
  readonly #files: ProjectFiles;
  readonly #parsed = new Map<string, SourceFile | undefined>();

  constructor(files: ProjectFiles, compiler: Compiler) {
    this.#files = files;
    this.compiler = compiler;
  }

  /** A file by its path; none where there is none. */
  open(path: string): SourceFile | undefined {
    if (!this.#parsed.has(path)) this.#parsed.set(path, this.#parse(path));
    return this.#parsed.get(path);
  }

  /** The file that a module's name in another file means. */
  imported(from: SourceFile, module: string): SourceFile | undefined {
    if (module.startsWith('.')) return this.#openFirst(posix.join(posix.dirname(from.path), module));
    const { compiler: ts } = this;
    const { root } = this.#files;
    const options = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
    const found = ts.resolveModuleName(module, join(root, from.path), options, ts.sys).resolvedModule?.resolvedFileName;
    return found === undefined ? undefined : this.open(relative(root, found).split(sep).join('/'));
  }

  place(file: SourceFile, at: number): Place {
    const { line, character } = file.tree.getLineAndCharacterOfPosition(at);
    return { file: file.path, line: line + 1, column: character + 1 };
  }

  report(file: SourceFile, at: number, message: string): void {
    this.faults.push({ place: this.place(file, at), message });
  }

  /** What the comments before a node say. */
  comment(file: SourceFile, node: ts.Node): DocComment {
    const { text } = file.tree;
    const begin = node.getFullStart();
    // Behind something on the same line: the compiler takes it for a comment of what stands before.
    const sameLine = (this.compiler.getTrailingCommentRanges(text, begin) ?? []).filter(
      ({ end }) => !text.slice(end, node.getStart()).includes('\n'),
    );
    const ranges = [...sameLine, ...(this.compiler.getLeadingCommentRanges(text, begin) ?? [])];
    const parts = ranges
      .filter(({ pos, end }) => /^\/\*\*|^\/\/+\s*\+/.test(text.slice(pos, end)))
      .map(({ pos, end }) => parseDocComment(text.slice(pos, end), pos));
    const last = parts.filter(({ description }) => description !== '').at(-1);
    return { description: last?.description ?? '', tags: parts.flatMap(({ tags }) => tags) };
  }

  /** The comment at the top of a file, where an empty line is between it and what follows. */
  header(file: SourceFile): DocComment {
    const { text } = file.tree;
    const ranges = this.compiler.getLeadingCommentRanges(text, 0) ?? [];
    const first = ranges[0];
    const next = file.tree.statements[0];
    if (first === undefined) return { description: '', tags: [] };
    const isOfNext =
      next !== undefined && ranges.length === 1 && !/\n\s*\n/.test(text.slice(first.end, next.getStart()));
    const isDeclaration = next !== undefined && !this.compiler.isImportDeclaration(next);
    return isOfNext && isDeclaration
      ? { description: '', tags: [] }
      : parseDocComment(text.slice(first.pos, first.end), first.pos);
  }

  #openFirst(path: string): SourceFile | undefined {
    const base = path.replace(/\.(js|ts|mjs|mts)$/, '');
    const paths = [`${base}.ts`, `${base}.mts`, `${base}.d.ts`, posix.join(base, 'index.ts')];
    return paths.map((one) => this.open(one)).find((file) => file !== undefined);
  }

  #parse(path: string): SourceFile | undefined {
    const text = this.#files.read(path);
    if (text === undefined) return undefined;
    const tree = this.compiler.createSourceFile(path, text, this.compiler.ScriptTarget.ESNext, true);
    const file = { path, tree, ...this.#names(tree) };
    const { parseDiagnostics = [] } = tree as { parseDiagnostics?: readonly ts.DiagnosticWithLocation[] };
    for (const { start, messageText } of parseDiagnostics) {
      this.report(file, start, this.compiler.flattenDiagnosticMessageText(messageText, ' '));
    }
    return file;
  }

  #names(tree: ts.SourceFile): Pick<SourceFile, 'types' | 'imports' | 'namespaces'> {
    const { compiler } = this;
    const types = new Map<string, TypeDeclaration>();
    const imports = new Map<string, Import>();
    const namespaces = new Map<string, string>();
    for (const statement of tree.statements) {
      if (isTypeDeclaration(compiler, statement)) types.set(statement.name.text, statement);
      const module = moduleOf(compiler, statement);
      if (module === undefined) continue;
      if (compiler.isExportDeclaration(statement)) {
        const names = statement.exportClause;
        if (names === undefined || !compiler.isNamedExports(names)) continue;
        for (const { name, propertyName } of names.elements) {
          imports.set(name.text, { name: (propertyName ?? name).text, module });
        }
        continue;
      }
      const bindings = (statement as ts.ImportDeclaration).importClause?.namedBindings;
      if (bindings === undefined) continue;
      if (compiler.isNamespaceImport(bindings)) namespaces.set(bindings.name.text, module);
      else
        for (const { name, propertyName } of bindings.elements)
          imports.set(name.text, { name: (propertyName ?? name).text, module });
    }
    return { types, imports, namespaces };
  }
}

function isTypeDeclaration(compiler: Compiler, node: ts.Node): node is TypeDeclaration {
  return (
    compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node) || compiler.isEnumDeclaration(node)
  );
}

function moduleOf(compiler: Compiler, statement: ts.Statement): string | undefined {
  if (!compiler.isImportDeclaration(statement) && !compiler.isExportDeclaration(statement)) return undefined;
  const { moduleSpecifier } = statement;
  return moduleSpecifier !== undefined && compiler.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
}
