// Door of the room 'codegen': what `npm run gen` and `pinnace gen` write.

export { GenError } from './gen-fault.ts';
export { type GenResult, type GenSettings, generate, writeGenerated } from './generate.ts';
export { generators } from './generators/table.ts';
export { diskFiles, type ProjectFiles } from './project-files.ts';
export { CompilerMissing } from './reader/compiler.ts';
export { type DeclarationOptions, type DeclaredAt, typeDeclarations } from './type-declarations.ts';
export { type DescribedFile, describedLibraries, type GeneratedFile, generatedTypeFiles } from './type-files.ts';
