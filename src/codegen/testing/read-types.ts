import type { ApiModel, ApiVersion } from '../model.ts';
import { memoryFiles } from '../project-files.ts';
import { type Compiler, loadCompiler } from '../reader/compiler.ts';
import { readApi } from '../reader/read-api.ts';

let loaded: Compiler | undefined;

/** The compiler that this repository has. */
function testCompiler(): Compiler {
  loaded ??= loadCompiler(import.meta.dirname);
  return loaded;
}

/** The model of files in memory. */
export const readFiles = (texts: { readonly [path: string]: string }): ApiModel =>
  readApi({ files: memoryFiles(texts), api: 'api', compiler: testCompiler() });

/** The only version of a group, of one file. What Pinnace has is imported. */
export function readTypes(text: string): ApiVersion {
  const { groups } = readFiles({ 'api/frob.example.com/v1/types.ts': `${imports}\n${text}` });
  return groups[0]?.versions[0] as ApiVersion;
}

const imports = `import type { Bytes, Int32, Int64, ObjectMeta, Time } from 'pinnace/types/meta/v1';`;
