// Door of the room 'codegen': what is written from the source by `npm run gen`.
export { type DeclarationOptions, type DeclaredAt, typeDeclarations } from './type-declarations.ts';
export { type DescribedFile, describedLibraries, type GeneratedFile, generatedTypeFiles } from './type-files.ts';
