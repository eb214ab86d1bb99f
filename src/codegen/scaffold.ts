import type { GeneratedText } from './generators/generator.ts';
import { capital } from './print/typescript.ts';
import type { ProjectFiles } from './project-files.ts';

export interface ScaffoldRequest {
  readonly what: 'group' | 'version' | 'kind';
  readonly name: string;
  /** The folder of the groups. */
  readonly api: string;
  readonly group: string | undefined;
  readonly version: string | undefined;
  /** The version that a new one begins as. */
  readonly from: string | undefined;
}

interface Scaffolded {
  readonly files: readonly GeneratedText[];
  /** What to do and to decide next. */
  readonly notes: readonly string[];
}

/** Why nothing can be begun, and what to say instead. */
export class ScaffoldError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ScaffoldError';
  }
}

const versionName = /^v[1-9]\d*((alpha|beta)[1-9]\d*)?$/;
const groupName = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const kindName = /^[A-Z][A-Za-z0-9]*$/;

/** Begins a group, a version or a kind. Nothing that is there is changed, but for the file that a kind is added to. */
export function scaffold(project: ProjectFiles, request: ScaffoldRequest): Scaffolded {
  if (request.what === 'group') return newGroup(project, request);
  return request.what === 'version' ? newVersion(project, request) : newKind(project, request);
}

function newGroup(project: ProjectFiles, { api, name, version = 'v1alpha1' }: ScaffoldRequest): Scaffolded {
  wanted(groupName, name, 'a group is a domain name in lower case, like batch.example.com');
  wanted(versionName, version, 'a version is like v1, v2beta1 or v1alpha1');
  const path = typesPath(api, name, version);
  absent(project, path);
  return {
    files: [{ path, text: `// The types of ${name}/${version}.\n` }],
    notes: [`add a kind: pinnace gen scaffold kind Name --group ${name} --version ${version}`],
  };
}

function newKind(project: ProjectFiles, request: ScaffoldRequest): Scaffolded {
  const { api, name } = request;
  wanted(kindName, name, 'a kind is written in CamelCase, like CronJob');
  const group = request.group ?? only(project.folders(api), `--group; there are several groups in ${api}`);
  wanted(groupName, group, 'a group is a domain name in lower case, like batch.example.com');
  const versions = versionsIn(project, api, group);
  const version = request.version ?? only(versions, `--version; ${group} has ${versions.join(', ') || 'none'}`);
  wanted(versionName, version, 'a version is like v1, v2beta1 or v1alpha1');
  const path = typesPath(api, group, version);
  const before = project.read(path) ?? '';
  if (new RegExp(`\\b(interface|type)\\s+${name}\\b`).test(before))
    throw new ScaffoldError(`${path} has a ${name} already`);
  const text = `${withImport(before)}\n${kindText(name, `${group}/${version}`)}`;
  return {
    files: [{ path, text: text.replace(/^\n+/, '') }],
    notes: [`describe ${name}Spec and ${name}Status in ${path}, then: pinnace gen all`],
  };
}

const META_IMPORT = "import type { Condition, Int64, ObjectMeta } from 'pinnace/types/meta/v1';\n";

function withImport(text: string): string {
  const words = ['Condition', 'Int64', 'ObjectMeta'].filter((word) => !new RegExp(`\\b${word}\\b`).test(text));
  if (words.length === 0) return text;
  const line = words.length === 3 ? META_IMPORT : `import type { ${words.join(', ')} } from 'pinnace/types/meta/v1';\n`;
  const comment = /^(\/\/[^\n]*\n|\/\*[\s\S]*?\*\/\n)*/.exec(text)?.[0] ?? '';
  return `${comment}${line}${text.slice(comment.length)}`;
}

const kindText = (name: string, apiVersion: string): string => `/**
 * ${name} is …
 * @subresource status
 * @printcolumn name=Age type=date jsonPath=.metadata.creationTimestamp
 * @genclient
 */
export interface ${name} {
  apiVersion: '${apiVersion}';
  kind: '${name}';
  metadata: ObjectMeta;
  spec: ${name}Spec;
  status?: ${name}Status;
}

/** What is wanted. */
export interface ${name}Spec {}

/** How it stands. */
export interface ${name}Status {
  /** The generation that this status is about. */
  observedGeneration?: Int64;
  /**
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}
`;

function newVersion(project: ProjectFiles, request: ScaffoldRequest): Scaffolded {
  const { api, name } = request;
  wanted(versionName, name, 'a version is like v1, v2beta1 or v1alpha1');
  const group = request.group ?? only(project.folders(api), `--group; there are several groups in ${api}`);
  const versions = versionsIn(project, api, group);
  const from = request.from ?? only(versions, `--from; ${group} has ${versions.join(', ') || 'none'}`);
  const source = `${api}/${group}/${from}`;
  if (project.read(`${source}/types.ts`) === undefined) {
    throw new ScaffoldError(`${group} has no version ${from}; it has ${versions.join(', ') || 'none'}`);
  }
  const target = `${api}/${group}/${name}`;
  absent(project, `${target}/types.ts`);
  const files = ['types.ts', 'conversion.ts', 'defaults.ts'].flatMap((file) => {
    const text = project.read(`${source}/${file}`);
    return text === undefined ? [] : [{ path: `${target}/${file}`, text: renamed(text, { from, to: name }) }];
  });
  return { files, notes: versionNotes(project, { api, group, from, name }) };
}

/** Names and literals of a version as those of another. One version is stored: that stays the one it was. */
function renamed(text: string, { from, to }: { readonly from: string; readonly to: string }): string {
  return text
    .replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to)
    .replaceAll(new RegExp(`(?<=[a-z])${capital(from)}(?=[A-Z]|\\b)`, 'g'), capital(to))
    .replaceAll(/^ *(\/\/ |\* )\+kubebuilder:storageversion *\n/gm, '')
    .replaceAll(/^ *\* @storageversion *\n/gm, '');
}

function versionNotes(
  project: ProjectFiles,
  { api, group, from, name }: { api: string; group: string; from: string; name: string },
): readonly string[] {
  const folder = `${api}/${group}`;
  const hasHub = project.read(`${folder}/internal/types.ts`) !== undefined;
  const stored = versionsIn(project, api, group).some((version) =>
    /@storageversion|\+kubebuilder:storageversion/.test(project.read(`${folder}/${version}/types.ts`) ?? ''),
  );
  return [
    `${name} is what ${from} is: pinnace gen all writes conversions that carry everything over; then change ${folder}/${name}/types.ts`,
    hasHub
      ? `what only ${name} can say needs a place in ${folder}/internal/types.ts`
      : `decide where the versions meet: @conversion hub on a kind, or types of their own in ${folder}/internal/types.ts`,
    stored
      ? `decide when ${name} is stored: @storageversion stays with the version that has it`
      : `decide which version is stored: write @storageversion there; without it the preferred one is`,
    `what a conversion cannot decide is told by pinnace gen conversion; write it in ${folder}/${name}/conversion.ts`,
  ];
}

const typesPath = (api: string, group: string, version: string): string => `${api}/${group}/${version}/types.ts`;

const versionsIn = (project: ProjectFiles, api: string, group: string): readonly string[] =>
  project.folders(`${api}/${group}`).filter((name) => versionName.test(name));

function only(names: readonly string[], say: string): string {
  const [name] = names;
  if (name === undefined || names.length > 1) throw new ScaffoldError(`say ${say}`);
  return name;
}

function wanted(pattern: RegExp, name: string, sentence: string): void {
  if (!pattern.test(name)) throw new ScaffoldError(`${JSON.stringify(name)}: ${sentence}`);
}

function absent(project: ProjectFiles, path: string): void {
  if (project.read(path) !== undefined) throw new ScaffoldError(`${path} is there already`);
}
