import type { FuzzAnswer, FuzzRequest } from './fuzz-client.ts';

/** What kube-apiserver too calls its own failure, in these words. */
const imitated = [
  'resourceVersion should not be set on objects to be created',
  '(resourceVersion: Invalid value: ".*": )?strconv\\.ParseUint: parsing ".*": (invalid syntax|value out of range)',
  // From the future.
  'Timeout: Too large resource version: \\d+, current: \\d+',
  // Strategic merge patches that do not fit the type they are for.
  'no elements in any of the given slices',
  'list element types are not identical: \\[.*\\]',
  'expected a (map\\[string\\]interface \\{\\}|\\[\\]interface \\{\\}), but received a .*',
  'map: .* does not contain declared merge key: \\S+',
  'unknown patch type:.* in map: .*',
  "The order in patch list:\\n.*\\n doesn't match \\$setElementOrder list:\\n.*\\n",
  'value for key .* is not a map',
  'cannot merge lists without merge key for \\S+',
  'merging lists cannot yet be specified in the patch',
  'expected slice or array type, but got: struct',
  'unexpected slice of slice',
  'merging an object in json but data type is not struct, instead is: \\S+',
  'unable to find api field in struct \\S+ for the json field ".*"',
];
const whole = new RegExp(`^(${imitated.join('|')})$`, 's');
/** In YAML and protobuf the text stands among others, and YAML breaks, quotes and escapes it. */
const within = new RegExp(imitated.join('|').replaceAll('\\n', ' ').replaceAll(/ +/g, ' +'), 's');
const unfolded = (text: string): string =>
  text
    .replace(/\\n|\s+/g, ' ')
    .replaceAll("''", "'")
    .replaceAll('\\"', '"');

/** What is wrong with the answer; undefined if nothing is. */
export function faultOf({ status, contentType, body }: FuzzAnswer): string | undefined {
  // A HEAD has none.
  const json = contentType.startsWith('application/json') && body.length > 0;
  const said = json && status >= 400 ? (JSON.parse(body.toString()) as { code?: number; message: string }) : undefined;
  if (said !== undefined && said.code !== status) return `status ${status}, but its body says ${said.code}`;
  if ((status >= 200 && status < 300) || (status >= 400 && status < 500)) return undefined;
  const known = said === undefined ? within.test(unfolded(body.toString())) : whole.test(said.message);
  if (known && (status === 500 || status === 504)) return undefined;
  return `status ${status}: ${body.toString('utf8', 0, 500)}`;
}

/** Enough to ask again by hand. */
export function tell({ method, path, headers, body }: FuzzRequest): string {
  const shown = body === undefined ? '' : ` ${body.length} bytes: ${body.toString('latin1', 0, 300)}`;
  return `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 300)}${shown}`;
}
