import { type KubeObject, parseInt64, structConversion } from 'pinnace/api';
import type { Types as Internal } from './internal/types.gen.ts';
import { internal } from './internal/types.ts';
import { v1 } from './v1/types.ts';

/**
 * v1 has no `rollbackTo`. So that a client of v1beta1 finds again what it wrote, though objects are stored as v1 and
 * clients of v1 write to them, it is kept in an annotation there.
 */
const rollbackTo = 'deprecated.deployment.rollback.to';

type Metadata = KubeObject['metadata'];
type RollbackConfig = Internal['RollbackConfig'];

const specToHub = structConversion(v1.type('DeploymentSpec'), internal.type('DeploymentSpec'), {
  // The second argument is the whole object that the spec is a part of.
  set: { rollbackTo: (_, { metadata }) => readRollback(metadata.annotations?.[rollbackTo]) },
});

const specFromHub = structConversion(internal.type('DeploymentSpec'), v1.type('DeploymentSpec'), {
  // Not lost: the metadata below has it.
  reads: ['rollbackTo'],
});

export const toHub = structConversion(v1.type('Deployment'), internal.type('Deployment'), {
  set: { spec: specToHub, metadata: ({ metadata }) => withoutRollback(metadata) },
});

export const fromHub = structConversion(internal.type('Deployment'), v1.type('Deployment'), {
  set: {
    spec: specFromHub,
    metadata({ metadata, spec }) {
      const revision = spec?.rollbackTo?.revision;
      if (spec?.rollbackTo === undefined) return metadata;
      return { ...metadata, annotations: { ...metadata.annotations, [rollbackTo]: String(revision ?? 0) } };
    },
  },
});

/** What is no number is not ours: it stays an annotation like any other. */
function readRollback(text: string | undefined): RollbackConfig | undefined {
  const revision = text === undefined ? undefined : parseInt64(text);
  if (typeof revision !== 'bigint') return undefined;
  // A bigint only where a number would not do: that is how an int64 travels.
  return { revision: Number.isSafeInteger(Number(revision)) ? Number(revision) : revision };
}

/** A copy: what a conversion is given, it does not change. */
function withoutRollback(metadata: Metadata): Metadata {
  if (readRollback(metadata.annotations?.[rollbackTo]) === undefined) return metadata;
  const { [rollbackTo]: _, ...others } = metadata.annotations ?? {};
  const { annotations: __, ...rest } = metadata;
  return Object.keys(others).length === 0 ? rest : { ...rest, annotations: others };
}
