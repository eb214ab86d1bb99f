import { posix } from 'node:path';
import type ts from '@typescript/typescript6';
import { compareVersions, dns1123SubdomainFaults } from '#meta';
import { GenError } from '../gen-fault.ts';
import type { ApiGroup, ApiModel, ApiStruct, ApiVersion } from '../model.ts';
import type { ProjectFiles } from '../project-files.ts';
import { applyTags } from './apply-tags.ts';
import type { Compiler } from './compiler.ts';
import { StructReader } from './read-struct.ts';
import { type SourceFile, SourceFiles } from './source-files.ts';
import { validateStructs } from './struct-validation.ts';

interface ReadOptions {
  readonly files: ProjectFiles;
  /** The folder of the groups: `api`. */
  readonly api: string;
  readonly compiler: Compiler;
}

/** The folder of a hub that is no version. */
const INTERNAL_FOLDER = 'internal';

/** Reads `api/<group>/<version>/types.ts` of all groups. Throws a `GenError` with everything that is wrong. */
export function readApi({ files: project, api, compiler }: ReadOptions): ApiModel {
  const files = new SourceFiles(project, compiler);
  const groups = project.folders(api).map((group) => {
    const path = posix.join(api, group);
    return readGroup(files, path, project.folders(path));
  });
  const model = { groups: groups.filter(({ versions }) => versions.length > 0) };
  if (files.faults.length > 0) throw new GenError(files.faults);
  return model;
}

function readGroup(files: SourceFiles, path: string, folders: readonly string[]): ApiGroup {
  const typesOf = (version: string): string => posix.join(path, version, 'types.ts');
  const having = folders.filter((version) => files.open(typesOf(version)) !== undefined);
  const name = groupName(files, having.map(typesOf)) ?? posix.basename(path);
  const read = having.map((version) => readVersion(files, posix.join(path, version), { group: name, version }));
  const versions = read.filter((version) => version.name !== INTERNAL_FOLDER);
  const internal = read.find((version) => version.name === INTERNAL_FOLDER);
  return {
    name,
    folder: path,
    versions: versions.sort((a, b) => compareVersions(a.name, b.name)),
    ...(internal === undefined ? {} : { internal }),
  };
}

/** The folder says the group, unless a file does. */
function groupName(files: SourceFiles, paths: readonly string[]): string | undefined {
  const names = paths.flatMap((path) => {
    const file = files.open(path) as SourceFile;
    const header = files.header(file);
    const { groupName: name } = applyTags(header, 'file', (at, why) => files.report(file, at, why));
    if (name === undefined) return [];
    const at = header.tags.find((tag) => tag.name === 'groupName')?.at ?? 0;
    for (const fault of dns1123SubdomainFaults(name)) files.report(file, at, `the group ${name}: ${fault}`);
    return [name];
  });
  return names[0];
}

function readVersion(
  files: SourceFiles,
  path: string,
  { group, version }: { readonly group: string; readonly version: string },
): ApiVersion {
  const file = files.open(posix.join(path, 'types.ts')) as SourceFile;
  const reader = new StructReader(files);
  for (const [name, declaration] of file.types) {
    const source = { name, declaration, file, module: undefined };
    if (isExported(files.compiler, declaration) && reader.isStruct(source)) reader.need(source);
  }
  const structs = inOrder(reader.readAll(), [...file.types.keys()]);
  files.faults.push(...validateStructs(structs, { group, version }));
  return {
    group,
    name: version,
    folder: path,
    description: files.header(file).description,
    structs,
    byHand: {
      conversion: exportsOf(files, posix.join(path, 'conversion.ts')),
      defaults: exportsOf(files, posix.join(path, 'defaults.ts')),
    },
  };
}

/** As they are written in the file; what comes from other files behind. */
function inOrder(structs: readonly ApiStruct[], names: readonly string[]): readonly ApiStruct[] {
  const rank = ({ name }: ApiStruct): number => (names.includes(name) ? names.indexOf(name) : names.length);
  return [...structs].sort((a, b) => rank(a) - rank(b));
}

/** Names of the functions that a file of the user exports. */
function exportsOf(files: SourceFiles, path: string): ReadonlySet<string> {
  const { compiler: ts } = files;
  const names = new Set<string>();
  for (const statement of files.open(path)?.tree.statements ?? []) {
    if (ts.isFunctionDeclaration(statement) && statement.name !== undefined && isExported(ts, statement)) {
      names.add(statement.name.text);
    }
    if (ts.isVariableStatement(statement) && isExported(ts, statement)) {
      for (const { name } of statement.declarationList.declarations) if (ts.isIdentifier(name)) names.add(name.text);
    }
  }
  return names;
}

function isExported(compiler: Compiler, node: ts.Node): boolean {
  if (!compiler.canHaveModifiers(node)) return false;
  return node.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.ExportKeyword) ?? false;
}
