/** An object as it stands in a manifest. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly [field: string]: unknown;
}

/** Where a part of the manifest belongs, and what everything in it is labelled with. */
export interface Part {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
}

export function part(name: string, namespace: string, stack: string): Part {
  const labels = {
    'app.kubernetes.io/name': name,
    'app.kubernetes.io/part-of': stack,
    'app.kubernetes.io/managed-by': 'manifest',
    'app.kubernetes.io/version': '1.4.2',
  };
  return { name, namespace, labels };
}

/** What finds the pods of a part. */
export const selectorOf = ({ name }: Part) => ({ 'app.kubernetes.io/name': name });

/** `apps/v1/Deployment` → an object of that kind, in the namespace of its part. */
export function namespaced(type: string, { name, namespace, labels }: Part, body: object, suffix = ''): Manifest {
  return { ...typeOf(type), metadata: { name: name + suffix, namespace, labels }, ...body };
}

export function clusterWide(type: string, name: string, body: object = {}): Manifest {
  return { ...typeOf(type), metadata: { name }, ...body };
}

function typeOf(type: string): { apiVersion: string; kind: string } {
  const at = type.lastIndexOf('/');
  return { apiVersion: type.slice(0, at), kind: type.slice(at + 1) };
}

/** Text of about that many characters, the same each time. */
export function filler(seed: string, length: number): string {
  const lines: string[] = [];
  for (let size = 0, at = 0; size < length; at++) {
    const line = `${seed}.section-${at % 17}.key_${at} = "value ${(at * 7919) % 104_729}: ä, \\"quoted\\", $HOME"`;
    lines.push(line);
    size += line.length + 1;
  }
  return `${lines.join('\n')}\n`;
}
