import { type Column, typedCodec } from '#machinery';
import { fieldErrors, type KubeObject, path } from '#meta';
import { type ScaleV1Types, scaleV1 } from '#schema';
import type { BuiltinSubresource } from './builtin-kind.ts';
import { ageColumn, column, nameColumn } from './columns.ts';

const kind = { group: 'autoscaling', version: 'v1', kind: 'Scale' } as const;

type Scale = ScaleV1Types['Scale'];

/** An object that can be scaled has these at least. */
type Scaled = Scale;

const NOT_NEGATIVE = 'must be greater than or equal to 0';

const columns: readonly Column[] = [
  // The one kind whose name is not marked as such.
  { ...nameColumn, format: '' },
  { ...column('Desired', 'How many there are to be.', ({ spec }: Scale) => spec?.replicas ?? 0), type: 'integer' },
  { ...column('Available', 'How many there are.', ({ status }: Scale) => status?.replicas ?? 0), type: 'integer' },
  ageColumn,
];

/**
 * The `scale` of a kind: how many it wants (`spec.replicas` of the hub), how many it has (`status.replicas`), and the
 * labels to find them by.
 */
export function scaleSubresource(selectorText: (object: KubeObject) => string): BuiltinSubresource {
  return {
    name: 'scale',
    view: {
      kind,
      codec: typedCodec(scaleV1.type('Scale'), kind),
      columns,
      read: (object) => readScale(object, selectorText(object)),
      write(object: Scaled, { spec }: Scale) {
        const replicas = spec?.replicas ?? 0;
        if (replicas < 0) return [fieldErrors.invalid(path('spec', 'replicas'), replicas, NOT_NEGATIVE)];
        object.spec = { ...object.spec, replicas };
        return [];
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
