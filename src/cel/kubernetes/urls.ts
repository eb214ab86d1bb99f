import { fromBytes, type GoUrl, parseRequestUri, parseUrl } from '#meta';
import { declare, type Library, memberOverload, overload } from '../library/library.ts';
import { KeyedMap } from '../values/maps.ts';
import { noSuchOverload } from '../values/traits.ts';
import { type CelType, listType, mapType, objectType, types } from '../values/type.ts';
import { CelError, OpaqueValue, type Value } from '../values/value.ts';

const { bool, string } = types;
const urlType = objectType('kubernetes.URL');

class UrlValue extends OpaqueValue {
  readonly url: GoUrl;

  constructor(url: GoUrl) {
    super();
    this.url = url;
  }
  get type(): CelType {
    return urlType;
  }
  equals(other: Value): Value {
    return other instanceof UrlValue ? String(this.url) === String(other.url) : noSuchOverload();
  }
}

/** An absolute URL or path. A fragment is read only if the whole could stand in a request. */
function toUrl(text: string): Value {
  const absolute = parseRequestUri(text);
  const url = typeof absolute === 'string' ? absolute : parseUrl(text);
  if (typeof url === 'string') return new CelError(`URL parse error during conversion from string: ${url}`);
  return new UrlValue(url);
}

function queryOf({ url }: UrlValue): Value {
  const map = new KeyedMap();
  for (const [name, values] of url.query) map.set(fromBytes(name), values.map(fromBytes));
  return map;
}

/** A part of a URL that is text. */
const part = (id: string, read: (url: GoUrl) => string) =>
  memberOverload(id, [[urlType], string], ({ url }: UrlValue) => fromBytes(read(url)));

export const kubernetesUrls: Library = {
  functions: [
    declare('url', overload('string_to_url', [[string], urlType], toUrl)),
    declare(
      'getScheme',
      part('url_get_scheme', (url) => url.scheme),
    ),
    declare(
      'getHost',
      part('url_get_host', (url) => url.host),
    ),
    declare(
      'getHostname',
      part('url_get_hostname', (url) => url.hostname),
    ),
    declare(
      'getPort',
      part('url_get_port', (url) => url.port),
    ),
    declare(
      'getEscapedPath',
      part('url_get_escaped_path', (url) => url.escapedPath),
    ),
    declare('getQuery', memberOverload('url_get_query', [[urlType], mapType(string, listType(string))], queryOf)),
    declare(
      'isURL',
      overload('is_url_string', [[string], bool], (text: string) => typeof parseRequestUri(text) !== 'string'),
    ),
  ],
};
