import { describe, expect, it } from 'vitest';
import type { JsonObject, KubeObject } from '#meta';
import { tryOut } from '../../../resource/testing/trial.ts';
import { pods } from '../pod.ts';
import { podColumns } from './pod-columns.ts';

const { write, read } = tryOut(pods);

const container = { name: 'c', image: 'busybox' };
const body = (spec: object = {}, status?: object) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: { containers: [container], ...spec },
  ...(status === undefined ? {} : { status }),
});
const inContainer = (more: object) => ({ containers: [{ ...container, ...more }] });

describe('values in messages about pods', () => {
  it.each([
    [
      'a claim of devices',
      { resourceClaims: [{ name: 'a' }] },
      'spec.resourceClaims[0]: Invalid value: {"Name":"a","ResourceClaimName":null,"ResourceClaimTemplateName":null}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
    ],
    [
      'a profile',
      inContainer({ securityContext: { seccompProfile: { type: 'RuntimeDefault', localhostProfile: 'p' } } }),
      'spec.containers[0].securityContext.seccompProfile.localhostProfile: Invalid value: {"Type":"RuntimeDefault","LocalhostProfile":"p"}: can only be set when seccomp type is Localhost',
    ],
    [
      'a whole security context',
      inContainer({ securityContext: { allowPrivilegeEscalation: false, capabilities: { add: ['CAP_SYS_ADMIN'] } } }),
      'spec.containers[0].securityContext: Invalid value: {"Capabilities":{"Add":["CAP_SYS_ADMIN"],"Drop":null},"Privileged":null,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"ReadOnlyRootFilesystem":null,"AllowPrivilegeEscalation":false,"ProcMount":null,"SeccompProfile":null,"AppArmorProfile":null}: cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN',
    ],
  ])('%s is shown with the names of Go', async (_, spec, fault) => {
    expect((await write(body(spec))).faults).toEqual([fault]);
  });

  it('an optional text is shown as JSON shows it', async () => {
    const { faults } = await write(body({ securityContext: { windowsOptions: { runAsUserName: 'a\u0001<' } } }));
    expect(faults[0]).toBe(
      'spec.securityContext.windowsOptions.runAsUserName: Invalid value: "a\\u0001\\u003c": runAsUserName cannot contain control characters',
    );
  });

  it('a list that is always written counts as missing when it is null', async () => {
    const { faults } = await write(body({ volumes: [{ name: 'v', cephfs: { monitors: null } }] }));
    expect(faults).toEqual(['spec.volumes[0].cephfs.monitors: Required value']);
  });
});

describe('fields that nobody acts on', () => {
  const unserved = {
    serviceAccountName: 'me',
    schedulingGroup: { podGroupName: 'Not A Name' },
    ...inContainer({ lifecycle: { stopSignal: 'SIGTERM' } }),
    volumes: [
      {
        name: 'v',
        projected: {
          sources: [{ clusterTrustBundle: { path: 'p', name: 'b' }, serviceAccountToken: { path: 't' } }],
        },
      },
    ],
  };

  it('are lost when the pod is made', async () => {
    const { object, faults } = await write(body(unserved));
    expect(faults).toEqual([]);
    const spec = object.spec as JsonObject;
    expect(spec).not.toHaveProperty('schedulingGroup');
    expect(spec).not.toHaveProperty('containers[0].lifecycle');
    expect(spec).not.toHaveProperty('volumes[0].projected.sources[0].clusterTrustBundle');
    expect(spec).toHaveProperty('volumes[0].projected.sources[0].serviceAccountToken.path', 't');
  });

  it('stay on a pod that has them', async () => {
    const given = body({ schedulingGroup: { podGroupName: 'g' } });
    const live = read(given) as KubeObject;
    const { object } = await write(given, { live });
    expect(object).toHaveProperty('spec.schedulingGroup.podGroupName', 'g');
  });
});

describe('warnings about pods', () => {
  it.each([
    [
      inContainer({ ports: [{ name: 'h', containerPort: 80, hostIP: '10.0.0.1' }] }),
      'spec.containers[0].ports[0]: hostIP set without hostPort: {Name:h HostPort:0 ContainerPort:80 Protocol:TCP HostIP:10.0.0.1}',
    ],
    [
      { overhead: { memory: '1500m' } },
      'spec.overhead[memory]: fractional byte value "1500m" is invalid, must be an integer',
    ],
    [
      { volumes: [{ name: 'v', storageos: { volumeName: 'v' } }] },
      'spec.volumes[0].storageOS: deprecated in v1.22, non-functional in v1.25+',
    ],
    [
      {
        volumes: [
          {
            name: 'v',
            configMap: {
              name: 'm',
              items: [
                { key: 'a', path: 'x' },
                { key: 'b', path: 'x/y' },
              ],
            },
          },
        ],
      },
      'volume "v" (ConfigMap "m"): overlapping paths: "x/y" with "x"',
    ],
    [
      {
        volumes: [
          {
            name: 'v',
            projected: {
              sources: [
                { secret: { name: 's', items: [{ key: 'a', path: 'x' }] } },
                { serviceAccountToken: { path: 'x' } },
              ],
            },
          },
        ],
      },
      'volume "v" (Projected): overlapping paths: "x" (ServiceAccountToken) with "x" (Secret "s")',
    ],
  ])('of %j', async (spec, warning) => {
    expect((await write(body(spec))).warnings).toEqual([warning]);
  });
});

describe('the devices in the status of a pod', () => {
  const live = read(body({ resourceClaims: [{ name: 'gpu', resourceClaimName: 'mine' }] })) as KubeObject;
  const faultsOf = async (status: object) => (await write(body({}, status), { live, subresource: 'status' })).faults;

  it.each([
    [{ resourceClaimStatuses: [{ name: 'gpu', resourceClaimName: 'mine' }] }, []],
    [
      { resourceClaimStatuses: [{ name: 'disk' }] },
      [
        'status.resourceClaimStatuses[0].name: Invalid value: "disk": must match the name of an entry in `spec.resourceClaims`',
      ],
    ],
    [
      { extendedResourceClaimStatus: { requestMappings: [], resourceClaimName: '' } },
      [
        'status.extendedResourceClaimStatus.requestMappings: Required value: at least one request mapping is required',
        'status.extendedResourceClaimStatus.resourceClaimName: Required value',
      ],
    ],
    [
      {
        containerStatuses: [
          { name: 'c', allocatedResourcesStatus: [{ name: 'gpu', resources: [{ resourceID: 'a', health: 'Fine' }] }] },
        ],
      },
      [
        'status.containerStatuses[0].allocatedResourcesStatus[0].name: Invalid value: "gpu": must match one of the container\'s resource requests',
        'status.containerStatuses[0].allocatedResourcesStatus[0].resources[0].health: Unsupported value: "Fine": supported values: "Healthy", "Unhealthy", "Unknown"',
      ],
    ],
  ])('%j', async (status, faults) => {
    expect(await faultsOf(status)).toEqual(faults);
  });
});

describe('the row of a pod', () => {
  const conditions = (phase: string) =>
    podColumns.flatMap((column) => column.rowConditions?.({ ...read(body()), status: { phase } }) ?? []);

  it('says when the pod has come to its end', () => {
    expect(conditions('Running')).toEqual([]);
    expect(conditions('Succeeded')).toEqual([
      { type: 'Completed', status: 'True', reason: 'Succeeded', message: 'The pod has completed successfully.' },
    ]);
    expect(conditions('Failed')).toMatchObject([{ reason: 'Failed', message: 'The pod failed.' }]);
  });
});
