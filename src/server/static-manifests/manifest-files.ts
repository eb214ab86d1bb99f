import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { goQuote } from '#meta';
import { fileFault } from './file-fault.ts';

/** One of the YAML documents of a file. */
interface ManifestDocument {
  readonly file: string;
  readonly text: string;
}

export interface ManifestFiles {
  readonly documents: readonly ManifestDocument[];
  /** Of what the files hold; '' where they hold nothing. */
  readonly hash: string;
}

const endings: ReadonlySet<string> = new Set(['.yaml', '.yml', '.json']);

/** The files of a folder in order of name. k8s: apiserver/pkg/admission/plugin/manifest/loader.go */
export function readManifestFiles(folder: string): ManifestFiles {
  const documents: ManifestDocument[] = [];
  const hash = createHash('sha256');
  let hasContent = false;
  for (const file of filesOf(folder)) {
    const content = reading(() => readFileSync(file), `failed to read file ${goQuote(file)}`);
    if (content.length === 0) continue;
    hasContent = true;
    hash.update(content).update('\0');
    for (const text of documentsOf(content, file)) documents.push({ file, text });
  }
  return { documents, hash: hasContent ? `sha256:${hash.digest('hex')}` : '' };
}

function filesOf(folder: string): readonly string[] {
  const failed = `failed to read manifest directory ${goQuote(folder)}`;
  const entries = reading(() => readdirSync(folder, { withFileTypes: true }), failed);
  return entries
    .filter((entry) => !entry.isDirectory() && endings.has(extname(entry.name).toLowerCase()))
    .map(({ name }) => name)
    .sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
    .map((name) => join(folder, name));
}

function reading<T>(read: () => T, failed: string): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${failed}: ${fileFault(error)}`, { cause: error });
  }
}

const SEPARATOR = '---';

/** A line that separates what nothing stands before belongs to what follows. k8s: apimachinery/pkg/util/yaml YAMLReader */
function documentsOf(content: Buffer, file: string): readonly string[] {
  const documents: string[] = [];
  let lines: string[] = [];
  const end = (): void => {
    const text = lines.join('\n').trim();
    if (text !== '') documents.push(text);
    lines = [];
  };
  for (const line of content.toString('utf8').split('\n')) {
    if (line.startsWith(SEPARATOR)) {
      const behind = line.slice(SEPARATOR.length).trim();
      if (behind !== '' && !behind.startsWith('#')) throw invalidSeparator(file, behind);
      if (lines.length > 0) {
        end();
        continue;
      }
    }
    lines.push(line);
  }
  end();
  return documents;
}

function invalidSeparator(file: string, behind: string): Error {
  const why = `invalid Yaml document separator: ${behind}`;
  return new Error(`failed to split YAML documents in file ${goQuote(file)}: ${why}`);
}
