// Door of the room 'codegen': what `npm run gen` and `pinnace gen` write.

export { GenError } from './gen-fault.ts';
export { type GenResult, type GenSettings, generate, importEndingOf, writeGenerated } from './generate.ts';
export type { GeneratedText } from './generators/generator.ts';
export { diskFiles, type ProjectFiles } from './project-files.ts';
export { CompilerMissing } from './reader/compiler.ts';
export { ScaffoldError, type ScaffoldRequest, scaffold } from './scaffold.ts';
export { describedLibraries, generatedTypeFiles } from './type-files.ts';
export { type FromOptions, typesFromDefinitions } from './types/types-from-definitions.ts';
export { typesFromOpenApi } from './types/types-from-openapi.ts';
export { yamlDocuments } from './types/yaml-documents.ts';
