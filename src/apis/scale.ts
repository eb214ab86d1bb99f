import { type Column, typedCodec } from '#machinery';
import { type KubeObject, path } from '#meta';
import { ageColumn, type BuiltinSubresource, column, nameColumn } from '#resource';
import { scaleV1 } from '#schema';
import { validateNotNegative } from './number-validation.ts';

const kind = { group: 'autoscaling', version: 'v1', kind: 'Scale' } as const;

interface Scale extends KubeObject {
  spec?: { replicas?: number };
  status?: { replicas?: number; selector?: string };
}

/** An object that can be scaled. */
interface Scaled extends KubeObject {
  spec?: { replicas?: number };
  status?: { replicas?: number };
}

const columns: readonly Column[] = [
  // The one kind whose name is not marked as such.
  { ...nameColumn, format: '' },
  { ...column('Desired', 'How many there are to be.', ({ spec }: Scale) => spec?.replicas ?? 0), type: 'integer' },
  { ...column('Available', 'How many there are.', ({ status }: Scale) => status?.replicas ?? 0), type: 'integer' },
  ageColumn,
];

/** The `scale` of a kind that keeps pods: how many it wants, how many it has, and the labels to find them by. */
export function scaleOf(selectorText: (object: KubeObject) => string): BuiltinSubresource {
  return {
    name: 'scale',
    view: {
      kind,
      codec: typedCodec(scaleV1.type('Scale'), kind),
      columns,
      read: (object) => readScale(object, selectorText(object)),
      write(object: Scaled, { spec }: Scale) {
        const replicas = spec?.replicas ?? 0;
        const faults = validateNotNegative(path('spec', 'replicas'), replicas);
        if (faults.length === 0) object.spec = { ...object.spec, replicas };
        return faults;
      },
    },
  };
}

function readScale({ metadata, spec, status }: Scaled, selector: string): Scale {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = metadata;
  const shown = Object.entries({ name, namespace, uid, resourceVersion, creationTimestamp });
  const replicas = spec?.replicas ?? 0;
  return {
    kind: kind.kind,
    apiVersion: `${kind.group}/${kind.version}`,
    metadata: Object.fromEntries(shown.filter(([, value]) => value !== undefined)),
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: status?.replicas ?? 0, ...(selector === '' ? {} : { selector }) },
  };
}
