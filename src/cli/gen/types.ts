import { readFileSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { join, resolve } from 'node:path';
import {
  diskFiles,
  type FromOptions,
  type GeneratedText,
  importEndingOf,
  typesFromDefinitions,
  typesFromOpenApi,
  yamlDocuments,
} from '#codegen';
import { isJsonObject, type Json } from '#meta';
import { CommandError, type Terminal, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { writtenText } from './written-text.ts';

interface GenTypesInvocation extends Terminal {
  readonly options: {
    readonly crd: readonly string[] | undefined;
    readonly openapi: string | undefined;
    readonly token: string | undefined;
    readonly certificateAuthority: string | undefined;
    readonly directory: string;
    readonly out: string;
    readonly headerFile: string | undefined;
    readonly importEnding: 'auto' | 'js' | 'ts' | 'none';
    readonly verifyOnly: boolean;
    readonly output: 'text' | 'json';
  };
}

/** Writes the types of definitions, or of what a server publishes. */
export async function genTypes({ options, stdout }: GenTypesInvocation): Promise<number> {
  const files = await typesOf(options);
  const project = diskFiles(resolve(options.directory));
  const outOfDate = files.filter(({ path, text }) => project.read(path) !== text);
  if (!options.verifyOnly) for (const { path, text } of outOfDate) project.write(path, text);
  stdout.write(writtenText({ files: files.length, outOfDate: outOfDate.map(({ path }) => path) }, options));
  return options.verifyOnly && outOfDate.length > 0 ? exitCodes.failure : exitCodes.good;
}

async function typesOf(options: GenTypesInvocation['options']): Promise<readonly GeneratedText[]> {
  const { crd, openapi, out: folder, headerFile } = options;
  const header = headerFile === undefined ? '' : readText(headerFile);
  const importEnding = importEndingOf(options.importEnding, diskFiles(resolve(options.directory)));
  const target = { folder, header, importEnding };
  if ((crd === undefined) === (openapi === undefined)) throw new UsageError('say --crd FILE or --openapi URL');
  if (openapi !== undefined) return fromServer(openapi, options, target);
  const files = typesFromDefinitions(
    (crd ?? []).flatMap((file) => yamlDocuments(readText(file))),
    target,
  );
  if (files.length === 0) throw new CommandError(`${crd?.join(', ')}: there is no CustomResourceDefinition`);
  return files;
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Everything below `/openapi/v3`, or the one document that the address or file is. */
async function fromServer(
  address: string,
  options: Pick<GenTypesInvocation['options'], 'token' | 'certificateAuthority'>,
  target: FromOptions,
): Promise<readonly GeneratedText[]> {
  if (!/^https?:/.test(address)) return typesFromOpenApi(JSON.parse(readText(address)) as Json, '.', target);
  const ask = (path: string): Promise<Json> => answer(new URL(path, address), options);
  const { paths } = (await ask('/openapi/v3')) as { paths?: Json };
  if (!isJsonObject(paths ?? null)) throw new CommandError(`${address} has no /openapi/v3`);
  const versions = Object.keys(paths as object).filter((path) => /^(api|apis\/[^/]+)\/[^/]+$/.test(path));
  const files: GeneratedText[] = [];
  for (const path of versions.sort())
    files.push(...typesFromOpenApi(await ask(join('/openapi/v3', path)), path, target));
  return files;
}

function answer(
  url: URL,
  { token, certificateAuthority }: Pick<GenTypesInvocation['options'], 'token' | 'certificateAuthority'>,
): Promise<Json> {
  const ca = certificateAuthority === undefined ? {} : { ca: readText(certificateAuthority) };
  const headers = { accept: 'application/json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  return new Promise((done, fail) => {
    const refuse = (error: Error): void => fail(new CommandError(`${url}: ${error.message}`, { cause: error }));
    const call = (url.protocol === 'http:' ? plainRequest : request)(url, { headers, ...ca }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', refuse);
      response.on('end', () => {
        if (response.statusCode !== 200) refuse(new Error(`answered ${response.statusCode}`));
        else done(JSON.parse(Buffer.concat(parts).toString('utf8')) as Json);
      });
    });
    call.on('error', refuse);
    call.end();
  });
}
