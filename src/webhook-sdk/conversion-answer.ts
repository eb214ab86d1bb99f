import { isJsonObject, type Json, type JsonObject, parseApiVersion } from '#meta';
import { type AnyConversion, convertedBy } from './conversion-functions.ts';
import { NoReview } from './no-review.ts';

/** What a conversion webhook converts. */
export interface ConvertedKind {
  readonly kind: { readonly group: string; readonly kind: string };
  readonly versions: readonly string[];
  readonly convert: AnyConversion;
}

const reviewVersions = ['apiextensions.k8s.io/v1', 'apiextensions.k8s.io/v1beta1'];

/**
 * The answer to a ConversionReview, in the version of the question. Objects keep their order. Whatever is thrown is the
 * error of its object, and fails all. Throws a `TypeError` if it is no review.
 */
export async function answerConversion(review: unknown, converted: ConvertedKind): Promise<JsonObject> {
  const { apiVersion, kind, request } = readReview(review);
  const { uid = '' } = request;
  try {
    const convertedObjects = await convertAll(request, converted);
    return { apiVersion, kind, response: { uid, result: { status: 'Success' }, convertedObjects } };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { apiVersion, kind, response: { uid, result: { status: 'Failure', message } } };
  }
}

interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: JsonObject;
}

function readReview(review: unknown): Review {
  if (isJsonObject(review as Json)) {
    const { apiVersion, kind, request } = review as JsonObject;
    const isKnown = typeof apiVersion === 'string' && reviewVersions.includes(apiVersion);
    if (isKnown && kind === 'ConversionReview' && isJsonObject(request) && Array.isArray(request.objects))
      return { apiVersion, kind, request };
  }
  throw new NoReview(`the body is no ConversionReview of ${reviewVersions.join(' or ')} with a request`);
}

async function convertAll(
  { desiredAPIVersion, objects }: JsonObject,
  { kind, versions, convert }: ConvertedKind,
): Promise<JsonObject[]> {
  const { group, version = '' } = parseApiVersion(String(desiredAPIVersion)) ?? {};
  if (group !== kind.group || !versions.includes(version))
    throw new TypeError(
      `this webhook is for ${kind.kind} of ${kind.group} (${versions.join(', ')}), not for ${String(desiredAPIVersion)}`,
    );
  const made: JsonObject[] = [];
  for (const object of objects as readonly Json[]) {
    if (!isJsonObject(object)) throw new TypeError('there is something else than an object');
    made.push(await convertOne(object, version, { kind, versions, convert }));
  }
  return made;
}

async function convertOne(object: JsonObject, to: string, { kind, convert }: ConvertedKind): Promise<JsonObject> {
  const { namespace, name } = isJsonObject(object.metadata) ? object.metadata : {};
  const place = [namespace, name].filter((part) => typeof part === 'string').join('/');
  try {
    if (object.kind !== kind.kind) throw new TypeError(`this is ${String(object.kind)}, and not ${kind.kind}`);
    return await convertedBy(convert, object, to);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(place === '' ? message : `${place}: ${message}`, { cause: error });
  }
}
