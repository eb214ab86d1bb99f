import { apiResource, describeKind, type FieldError, fieldErrors, type KubeObject, path } from 'pinnace/api';
import type { Types as Internal } from './internal/types.gen.ts';
import { internal } from './internal/types.ts';
import { fromHub, toHub } from './rollback-annotation.ts';
import { v1 } from './v1/types.ts';
import { v1beta1 } from './v1beta1/types.ts';

/** The kind: its hub, its versions, how each is filled in, and how it meets the hub. */
export const deployments = describeKind({
  group: 'apps.example.com',
  kind: 'Deployment',
  hub: internal.type('Deployment'),
})
  .version('v1', {
    type: v1.type('Deployment'),
    default(deployment) {
      deployment.spec ??= {};
      deployment.spec.replicas ??= 1;
      deployment.spec.revisionHistoryLimit ??= 10;
    },
    toHub,
    fromHub,
  })
  .version('v1beta1', {
    type: v1beta1.type('Deployment'),
    default(deployment) {
      deployment.spec ??= {};
      const { spec } = deployment;
      const labels = spec.template?.metadata?.labels;
      spec.replicas ??= 1;
      // Old clients count on both, so they stay, though the stable version decided otherwise.
      spec.revisionHistoryLimit ??= 2;
      if (spec.selector === undefined && labels !== undefined) spec.selector = { matchLabels: { ...labels } };
    },
    // No conversion: it has the fields of the hub, and so the generated one will do.
  })
  .storedAs('v1');

type Deployment = Internal['Deployment'];

function faults({ spec = {} }: Deployment): FieldError[] {
  const at = path('spec');
  const { selector, rollbackTo } = spec;
  const revision = rollbackTo?.revision ?? 0;
  return [
    ...(selector === undefined ? [fieldErrors.required(at.child('selector'), '')] : []),
    ...(revision < 0
      ? [
          fieldErrors.invalid(
            at.child('rollbackTo', 'revision'),
            Number(revision),
            'must be greater than or equal to 0',
          ),
        ]
      : []),
  ];
}

/** The resource: what a server needs to know besides. All rules are about the hub, so there is one set of them. */
export const deploymentResource = apiResource(deployments, {
  resource: 'deployments',
  shortNames: ['exdeploy'],
  namespaced: true,
  strategy: {
    tracksGeneration: true,
    validateCreate: (object: KubeObject) => faults(object as Deployment),
    validateUpdate: (object: KubeObject) => faults(object as Deployment),
  },
});
