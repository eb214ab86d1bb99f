import { describedKindsIn } from '#compat';
import { isJsonObject, type Json, type JsonObject } from '#meta';
import { type AnyConversion, convertedBy } from '#webhook-sdk';
import { loadModule, ModuleLoadError } from '../load-module.ts';

/** The object in another version. */
type Convert = (object: JsonObject, to: string) => Promise<JsonObject>;

/** The conversion that a module has for a definition. Throws a `ModuleLoadError`. */
export async function loadConversion(module: string, definition: string): Promise<Convert> {
  const exported = await loadModule(module);
  const conversion = conversionIn(exported) ?? describedIn(exported, definition);
  if (conversion === undefined)
    throw new ModuleLoadError(
      `the module exports neither convert (a function, or functions by versions) nor a kind of describeKind for ${definition}`,
    );
  return (object, to) => convertedBy(conversion, object, to);
}

function conversionIn(exported: Readonly<Record<string, unknown>>): AnyConversion | undefined {
  for (const value of [exported.convert, exported.default]) {
    if (typeof value === 'function') return value as AnyConversion;
    if (isTable(value)) return value;
    if (isJsonObject(value as Json) && isTable((value as { convert?: unknown }).convert))
      return (value as { convert: AnyConversion }).convert;
  }
  return undefined;
}

function isTable(value: unknown): value is AnyConversion {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return false;
  return Object.values(value).every(
    (functions) =>
      typeof functions === 'object' &&
      functions !== null &&
      Object.values(functions).every((one) => typeof one === 'function'),
  );
}

/** A kind of that name, as packages made with the toolkit export it. */
function describedIn(exported: Readonly<Record<string, unknown>>, definition: string): AnyConversion | undefined {
  const found = describedKindsIn(Object.values(exported), definition).find(({ name }) => name === definition);
  return found?.convert;
}
