import { ApiError, type KubeObject, parseApiVersion } from '#meta';

/**
 * What went wrong, in the terms of the metric `apiserver_conversion_webhook_request_total`. `refused` is ours: the
 * webhook works and says that it cannot convert these objects.
 */
export type ConversionFailureType = 'call' | 'malformed' | 'partial' | 'invalid-object' | 'refused';

/** A failed conversion before it is told to a client: `text` stands behind `conversion webhook for GVK `. */
export class ConversionFault extends Error {
  readonly type: ConversionFailureType;
  /** The object of the batch that is to blame, where it is one. */
  readonly index: number | undefined;

  constructor(type: ConversionFailureType, text: string, index?: number) {
    super(text);
    this.name = 'ConversionFault';
    this.type = type;
    this.index = index;
  }
}

/** What went over the wire, as far as it came to that: for whoever has to find out why a conversion failed. */
export interface WebhookExchange {
  readonly webhook: string;
  readonly request: string;
  /** 200 unless the webhook said otherwise; absent where it did not answer. */
  readonly status?: number;
  readonly answer?: string;
}

interface ConversionScene {
  readonly definition: string;
  readonly webhook: string;
  readonly objects: readonly KubeObject[];
  readonly to: string;
  readonly exchange?: WebhookExchange | undefined;
}

/**
 * The answer to a request that needed a conversion which failed: 500 with a message and no reason. It begins as the real
 * server's does, and ends with what an operator has to know: the definition, both versions, the webhook
 * and the object.
 */
export class ConversionError extends ApiError {
  readonly type: ConversionFailureType;
  /** The message without its end: what a condition of the definition says, which knows the rest. */
  readonly summary: string;
  /** Undefined where the webhook was not asked. */
  readonly exchange: WebhookExchange | undefined;

  constructor(fault: ConversionFault, scene: ConversionScene) {
    const blamed = scene.objects[fault.index ?? 0] as KubeObject;
    const summary = `conversion webhook for ${blamed.apiVersion}, Kind=${blamed.kind} ${fault.message}`;
    super({ code: 500, message: `${summary} (${describe(scene)}, ${named(scene.objects, fault.index)})` });
    this.name = 'ConversionError';
    this.cause = fault;
    this.type = fault.type;
    this.summary = summary;
    this.exchange = scene.exchange;
  }
}

function describe({ definition, webhook, objects, to }: ConversionScene): string {
  const from = [...new Set(objects.map((object) => versionOf(object.apiVersion)))].join(', ');
  return `CustomResourceDefinition ${definition}, ${from} to ${versionOf(to)}, webhook ${webhook}`;
}

const MOST_NAMED = 3;

/** Which object is to blame, or which may be. */
function named(objects: readonly KubeObject[], index?: number): string {
  const blamed = index === undefined ? objects : objects.slice(index, index + 1);
  const names = blamed.slice(0, MOST_NAMED).map(({ metadata }) => placeOf(metadata));
  const more = blamed.length - names.length;
  if (blamed.length === 1) return `object ${names[0]}`;
  return `one of the objects ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function placeOf({ namespace, name = '' }: KubeObject['metadata']): string {
  return namespace ? `${namespace}/${name}` : name;
}

function versionOf(apiVersion: string): string {
  return parseApiVersion(apiVersion)?.version ?? apiVersion;
}
