import { apiErrors, type Query } from '#meta';

export type Media = 'json' | 'yaml' | 'protobuf' | 'cbor';

export const mediaTypes: { readonly [media in Media]: string } = {
  json: 'application/json',
  yaml: 'application/yaml',
  protobuf: 'application/vnd.kubernetes.protobuf',
  cbor: 'application/cbor',
};

/** The media type of a sequence of data items: of the events of a watch. RFC 8742 */
export const CBOR_SEQUENCE = 'application/cbor-seq';

/** What a server offers: CBOR is behind a gate. */
export interface OfferedMedia {
  readonly cbor?: boolean | undefined;
}

const withoutCbor: readonly Media[] = ['json', 'yaml', 'protobuf'];
const withCbor: readonly Media[] = [...withoutCbor, 'cbor'];

export const offeredMedia = ({ cbor = false }: OfferedMedia): readonly Media[] => (cbor ? withCbor : withoutCbor);

export const offeredTypes = (offered: OfferedMedia): readonly string[] =>
  offeredMedia(offered).map((media) => mediaTypes[media]);

/** As which watches can be had. */
const streamTypes = ({ cbor = false }: OfferedMedia): readonly string[] => [
  `${mediaTypes.json};stream=watch`,
  `${mediaTypes.protobuf};stream=watch`,
  ...(cbor ? [CBOR_SEQUENCE] : []),
];

/** How the client wants to see an object or a list. */
export interface Representation {
  readonly media: Media;
  readonly as: 'object' | 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';
  /** Of meta.k8s.io, for all but plain objects. */
  readonly metaVersion: 'v1' | 'v1beta1';
  readonly pretty: boolean;
}

export interface Offer extends OfferedMedia {
  /** Protobuf exists for built-in kinds only. */
  readonly protobuf: boolean;
  /** Tables and metadata can be had of resources, not of everything. */
  readonly transforms: boolean;
  /** Reviews, which are answered and never stored, have no columns. */
  readonly tables: boolean;
  /** Built-in kinds have a route that refuses media types itself; custom resources refuse in other words. */
  readonly hasRoute: boolean;
  /** The path can also be watched: a refusal then lists the media types of watches too. */
  readonly streams: boolean;
}

const plainJson: Representation = { media: 'json', as: 'object', metaVersion: 'v1', pretty: false };

interface Clause {
  readonly type: string;
  readonly quality: number;
  readonly parameters: ReadonlyMap<string, string>;
}

const parsed = new Map<string, readonly Clause[]>();

/** An Accept header's clauses, best first; equal ones in the order they were written. */
function parseAccept(header: string): readonly Clause[] {
  const known = parsed.get(header);
  if (known !== undefined) return known;
  const clauses = header
    .split(',')
    .map(parseClause)
    .sort((a, b) => b.quality - a.quality || wildness(a) - wildness(b));
  // Clients send the same few headers over and over; many different ones must not fill the memory.
  if (parsed.size > 256) parsed.clear();
  parsed.set(header, clauses);
  return clauses;
}

function parseClause(text: string): Clause {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim());
  // Empty parameters are ignored.
  const parameters = new Map(rest.map(splitParameter).filter(([, value]) => value !== ''));
  const quality = Number.parseFloat(parameters.get('q') ?? '1');
  parameters.delete('q');
  return { type, quality: Number.isNaN(quality) ? 1 : quality, parameters };
}

function splitParameter(part: string): [string, string] {
  const at = part.indexOf('=');
  return at < 0
    ? [part, '']
    : [
        part.slice(0, at).trim(),
        part
          .slice(at + 1)
          .trim()
          .replace(/^"(.*)"$/, '$1'),
      ];
}

function wildness({ type }: Clause): number {
  return type === '*/*' ? 2 : type.endsWith('/*') ? 1 : 0;
}

/**
 * Picks the first clause of the Accept header that can be served. There are two checks with their own messages: that of
 * the route, which knows media types only, and the next one, which also reads their parameters.
 */
export function negotiate(accept: string | undefined, offer: Offer): Representation {
  if (accept === undefined || accept === '') return plainJson;
  if (offer.hasRoute) refuseAtResource(accept, offer);
  const found = firstAcceptable(parseAccept(accept), offer);
  if (found === undefined) throw apiErrors.notAcceptable(offeredTypes(offer));
  return found;
}

/** Events cannot be had in every form that an object can be had in. */
export function refuseStream({ media }: Representation, offered: OfferedMedia): void {
  if (media === 'yaml') throw apiErrors.notAcceptable(streamTypes(offered));
}

/**
 * How an error is shown: as near to what was asked for as possible. A request for a table or a text, which an error
 * cannot be, gets indented JSON. k8s: endpoints/handlers/responsewriters WriteRawJSON
 */
export function negotiateError(accept: string | undefined, offered: OfferedMedia = {}): Representation {
  if (accept === undefined || accept === '') return plainJson;
  const offer: Offer = {
    ...offered,
    protobuf: true,
    transforms: false,
    tables: false,
    streams: true,
    hasRoute: false,
  };
  return firstAcceptable(parseAccept(accept), offer) ?? rawJson;
}

/** What nobody asked for. */
export const rawJson: Representation = { ...plainJson, pretty: true };

/** The check of a route, which knows media types only. */
export function refuseAtRoute(accept: string, offered: readonly string[]): void {
  if (accept === '' || parseAccept(accept).some(({ type }) => type === '*/*' || offered.includes(type))) return;
  throw apiErrors.noRepresentation(offered);
}

/** The same for what every resource can be had as. */
export function refuseAtResource(accept: string, offer: OfferedMedia & Pick<Offer, 'streams'>): void {
  // Nearly everybody asks for it: what else there is need not be looked up for them.
  if (accept === '' || parseAccept(accept).some(({ type }) => type === mediaTypes.json)) return;
  refuseAtRoute(accept, [...offeredTypes(offer), ...(offer.streams ? streamTypes(offer) : [])]);
}

function firstAcceptable(clauses: readonly Clause[], offer: Offer): Representation | undefined {
  for (const clause of clauses) {
    for (const media of offeredMedia(offer)) {
      if (!matches(clause.type, mediaTypes[media])) continue;
      const found = acceptParameters(clause, media, offer);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function matches(asked: string, offered: string): boolean {
  return asked === offered || asked === '*/*' || asked === 'application/*';
}

function acceptParameters({ parameters }: Clause, media: Media, offer: Offer): Representation | undefined {
  const stream = parameters.get('stream') ?? '';
  if (stream !== '' && (stream !== 'watch' || media === 'yaml')) return undefined;
  if ((parameters.get('sv') ?? '') !== '') return undefined;
  const pretty = parameters.get('pretty') === '1';
  const as = parameters.get('as');
  if (as === undefined && !parameters.has('g') && !parameters.has('v')) {
    return media === 'protobuf' && !offer.protobuf ? undefined : { ...plainJson, media, pretty };
  }
  const metaVersion = parameters.get('v');
  if (!offer.transforms || parameters.get('g') !== 'meta.k8s.io') return undefined;
  if (metaVersion !== 'v1' && metaVersion !== 'v1beta1') return undefined;
  if (as === 'Table') {
    const isText = media === 'json' || media === 'yaml';
    return isText && offer.tables ? { media, as, metaVersion, pretty } : undefined;
  }
  if (as === 'PartialObjectMetadata' || as === 'PartialObjectMetadataList') return { media, as, metaVersion, pretty };
  return undefined;
}

/** Browsers and curl get indented JSON. */
export function wantsPretty(query: Query, userAgent: string | undefined): boolean {
  const asked = query.get('pretty')?.[0] ?? '';
  if (asked !== '') return /^(1|t|T|TRUE|true|True)$/.test(asked);
  return /^(curl|Wget|Mozilla\/5\.0)/.test(userAgent ?? '');
}
