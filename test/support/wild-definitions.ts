/** Definitions in the style of the largest that people use: whole pods inside, alternatives, quantities, open parts. */

type Schema = Record<string, unknown>;

const text = (description = ''): Schema => ({ type: 'string', ...(description && { description }) });
const flag: Schema = { type: 'boolean' };
const int32: Schema = { type: 'integer', format: 'int32' };
const int64: Schema = { type: 'integer', format: 'int64' };
const intOrString: Schema = { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true };
const quantity: Schema = {
  ...intOrString,
  pattern:
    '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
};
const open: Schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const object = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, { description: `The ${name} of it.`, ...schema }]),
  ),
  ...more,
});
const list = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more });
const keyed = (items: Schema, ...keys: string[]): Schema =>
  list(items, { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys });
const map = (additionalProperties: Schema): Schema => ({ type: 'object', additionalProperties });
const texts = list(text());

const labelSelector = object(
  {
    matchLabels: map(text()),
    matchExpressions: list(object({ key: text(), operator: text(), values: texts }, { required: ['key', 'operator'] })),
  },
  { 'x-kubernetes-map-type': 'atomic' },
);
const reference = object(
  { name: { type: 'string', default: '' }, optional: flag },
  { 'x-kubernetes-map-type': 'atomic' },
);
const keyReference = object({ key: text(), name: text(), optional: flag }, { required: ['key'] });
const fieldReference = object({ apiVersion: text(), fieldPath: text() }, { required: ['fieldPath'] });
const resourceReference = object(
  { containerName: text(), divisor: quantity, resource: text() },
  { required: ['resource'] },
);
const env = keyed(
  object(
    {
      name: text(),
      value: text(),
      valueFrom: object({
        configMapKeyRef: keyReference,
        secretKeyRef: keyReference,
        fieldRef: fieldReference,
        resourceFieldRef: resourceReference,
      }),
    },
    { required: ['name'] },
  ),
  'name',
);
const httpGet = object(
  {
    host: text(),
    path: text(),
    port: intOrString,
    scheme: text(),
    httpHeaders: list(object({ name: text(), value: text() }, { required: ['name', 'value'] })),
  },
  { required: ['port'] },
);
const handler = {
  exec: object({ command: texts }),
  httpGet,
  tcpSocket: object({ host: text(), port: intOrString }, { required: ['port'] }),
  sleep: object({ seconds: int64 }, { required: ['seconds'] }),
};
const probe = object({
  ...handler,
  failureThreshold: int32,
  initialDelaySeconds: int32,
  periodSeconds: int32,
  successThreshold: int32,
  terminationGracePeriodSeconds: int64,
  timeoutSeconds: int32,
});
const resources = object({
  limits: map(quantity),
  requests: map(quantity),
  claims: keyed(object({ name: text(), request: text() }, { required: ['name'] }), 'name'),
});
const securityContext = object({
  allowPrivilegeEscalation: flag,
  capabilities: object({ add: texts, drop: texts }),
  privileged: flag,
  readOnlyRootFilesystem: flag,
  runAsGroup: int64,
  runAsNonRoot: flag,
  runAsUser: int64,
  seLinuxOptions: object({ level: text(), role: text(), type: text(), user: text() }),
  seccompProfile: object({ localhostProfile: text(), type: text() }, { required: ['type'] }),
});
const container = object(
  {
    name: text(),
    image: text(),
    imagePullPolicy: text(),
    args: texts,
    command: texts,
    env,
    envFrom: list(object({ prefix: text(), configMapRef: reference, secretRef: reference })),
    lifecycle: object({ postStart: object(handler), preStop: object(handler) }),
    livenessProbe: probe,
    readinessProbe: probe,
    startupProbe: probe,
    ports: keyed(
      object(
        {
          containerPort: int32,
          hostIP: text(),
          hostPort: int32,
          name: text(),
          protocol: { type: 'string', default: 'TCP' },
        },
        { required: ['containerPort'] },
      ),
      'containerPort',
      'protocol',
    ),
    resources,
    securityContext,
    volumeMounts: keyed(
      object(
        { name: text(), mountPath: text(), readOnly: flag, subPath: text(), subPathExpr: text() },
        { required: ['mountPath', 'name'] },
      ),
      'mountPath',
    ),
    workingDir: text(),
    stdin: flag,
    tty: flag,
  },
  { required: ['name'] },
);
const nodeTerm = object({
  matchExpressions: list(object({ key: text(), operator: text(), values: texts }, { required: ['key', 'operator'] })),
  matchFields: list(object({ key: text(), operator: text(), values: texts }, { required: ['key', 'operator'] })),
});
const podTerm = object(
  { labelSelector, namespaceSelector: labelSelector, namespaces: texts, topologyKey: text() },
  { required: ['topologyKey'] },
);
const podAffinity = object({
  preferredDuringSchedulingIgnoredDuringExecution: list(
    object({ podAffinityTerm: podTerm, weight: int32 }, { required: ['podAffinityTerm', 'weight'] }),
  ),
  requiredDuringSchedulingIgnoredDuringExecution: list(podTerm),
});
const affinity = object({
  nodeAffinity: object({
    preferredDuringSchedulingIgnoredDuringExecution: list(
      object({ preference: nodeTerm, weight: int32 }, { required: ['preference', 'weight'] }),
    ),
    requiredDuringSchedulingIgnoredDuringExecution: object(
      { nodeSelectorTerms: list(nodeTerm) },
      { required: ['nodeSelectorTerms'] },
    ),
  }),
  podAffinity,
  podAntiAffinity: podAffinity,
});
const items = list(object({ key: text(), mode: int32, path: text() }, { required: ['key', 'path'] }));
const volume = object(
  {
    name: text(),
    configMap: object({ name: text(), defaultMode: int32, items, optional: flag }),
    secret: object({ secretName: text(), defaultMode: int32, items, optional: flag }),
    emptyDir: object({ medium: text(), sizeLimit: quantity }),
    hostPath: object({ path: text(), type: text() }, { required: ['path'] }),
    persistentVolumeClaim: object({ claimName: text(), readOnly: flag }, { required: ['claimName'] }),
    nfs: object({ path: text(), readOnly: flag, server: text() }, { required: ['path', 'server'] }),
    csi: object(
      {
        driver: text(),
        fsType: text(),
        readOnly: flag,
        volumeAttributes: map(text()),
        nodePublishSecretRef: reference,
      },
      { required: ['driver'] },
    ),
    ephemeral: object({
      volumeClaimTemplate: object(
        {
          metadata: object({ labels: map(text()), annotations: map(text()) }),
          spec: object({ accessModes: texts, resources, selector: labelSelector, storageClassName: text() }),
        },
        { required: ['spec'] },
      ),
    }),
    projected: object({
      defaultMode: int32,
      sources: list(
        object({
          configMap: object({ name: text(), items, optional: flag }),
          secret: object({ name: text(), items, optional: flag }),
          downwardAPI: object({
            items: list(object({ path: text(), fieldRef: fieldReference, resourceFieldRef: resourceReference })),
          }),
          serviceAccountToken: object({ audience: text(), expirationSeconds: int64, path: text() }),
        }),
      ),
    }),
  },
  { required: ['name'] },
);
const podSpec = object(
  {
    affinity,
    containers: keyed(container, 'name'),
    initContainers: keyed(container, 'name'),
    ephemeralContainers: keyed(container, 'name'),
    hostAliases: keyed(object({ hostnames: texts, ip: text() }, { required: ['ip'] }), 'ip'),
    hostNetwork: flag,
    imagePullSecrets: keyed(reference, 'name'),
    nodeSelector: map(text()),
    priorityClassName: text(),
    restartPolicy: text(),
    serviceAccountName: text(),
    tolerations: list(
      object({ effect: text(), key: text(), operator: text(), tolerationSeconds: int64, value: text() }),
    ),
    topologySpreadConstraints: keyed(
      object(
        { labelSelector, maxSkew: int32, topologyKey: text(), whenUnsatisfiable: text() },
        { required: ['maxSkew', 'topologyKey', 'whenUnsatisfiable'] },
      ),
      'topologyKey',
      'whenUnsatisfiable',
    ),
    volumes: keyed(volume, 'name'),
  },
  { required: ['containers'] },
);
const podTemplate = object({
  metadata: object({ annotations: map(text()), labels: map(text()), name: text() }),
  spec: podSpec,
});

interface Wild {
  readonly kind: string;
  readonly resource: string;
  readonly spec: Schema;
}

function definition({ kind, resource, spec }: Wild): WildDefinition {
  const condition = object(
    {
      lastTransitionTime: { type: 'string', format: 'date-time' },
      message: { type: 'string', maxLength: 32768 },
      observedGeneration: { type: 'integer', format: 'int64', minimum: 0 },
      reason: { type: 'string', minLength: 1, maxLength: 1024, pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$' },
      status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
      type: { type: 'string', maxLength: 316 },
    },
    { required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'] },
  );
  const status = object({ conditions: keyed(condition, 'type'), replicas: int32, selector: text() });
  const properties = { apiVersion: text(), kind: text(), metadata: { type: 'object' }, spec, status };
  const openAPIV3Schema = { type: 'object', properties };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${resource}.wild.example.com` },
    spec: {
      group: 'wild.example.com',
      scope: 'Namespaced',
      names: { kind, plural: resource, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [
        { name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema } },
      ],
    },
  };
}

export interface WildDefinition {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string; readonly plural: string; readonly [field: string]: unknown };
    readonly versions: readonly {
      readonly schema: { readonly openAPIV3Schema: object };
      readonly [field: string]: unknown;
    }[];
    readonly [field: string]: unknown;
  };
}

/** A monitoring server: a pod's whole configuration, again and again. */
const monitor = object(
  {
    ...(podSpec.properties as Record<string, Schema>),
    containers: keyed(container, 'name'),
    replicas: int32,
    retention: {
      type: 'string',
      pattern: '^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s)?)$',
    },
    podMetadata: object({ annotations: map(text()), labels: map(text()) }),
    sidecar: podTemplate,
    reloader: podTemplate,
    thanos: object({ ...(container.properties as Record<string, Schema>), objectStorageConfig: keyReference }),
    remoteWrite: list(
      object(
        {
          url: { type: 'string', minLength: 1 },
          timeout: text(),
          headers: map(text()),
          relabelings: list(
            object({
              action: { type: 'string', enum: ['replace', 'keep', 'drop'], default: 'replace' },
              regex: text(),
              sourceLabels: texts,
            }),
          ),
          tlsConfig: object({
            ca: object({ configMap: keyReference, secret: keyReference }),
            insecureSkipVerify: flag,
          }),
        },
        { required: ['url'] },
      ),
    ),
    storage: object({
      emptyDir: object({ medium: text(), sizeLimit: quantity }),
      volumeClaimTemplate: object({ spec: object({ resources, selector: labelSelector }) }),
    }),
  },
  {},
);

/** An issuer: exactly one of several, some of which have alternatives of their own. */
const solver = object(
  {
    selector: object({ dnsNames: texts, dnsZones: texts, matchLabels: map(text()) }),
    http01: object({
      ingress: object({ ingressClassName: text(), podTemplate }),
      gatewayHTTPRoute: object({ labels: map(text()), podTemplate }),
    }),
    dns01: object(
      {
        webhook: object({
          groupName: text(),
          solverName: text(),
          config: { 'x-kubernetes-preserve-unknown-fields': true },
        }),
        cloudDNS: object({ project: text(), serviceAccountSecretRef: keyReference }, { required: ['project'] }),
        rfc2136: object({ nameserver: text(), tsigAlgorithm: text() }, { required: ['nameserver'] }),
      },
      { minProperties: 1, maxProperties: 1 },
    ),
  },
  { oneOf: [{ required: ['http01'] }, { required: ['dns01'] }] },
);
const issuer = object(
  {
    acme: object(
      {
        email: { type: 'string', format: 'email' },
        server: { type: 'string', format: 'uri' },
        solvers: list(solver),
        privateKeySecretRef: keyReference,
      },
      { required: ['server'] },
    ),
    ca: object({ secretName: text(), crlDistributionPoints: texts }, { required: ['secretName'] }),
    selfSigned: object({}),
    duration: { type: 'string', format: 'duration' },
  },
  { oneOf: [{ required: ['acme'] }, { required: ['ca'] }, { required: ['selfSigned'] }] },
);

/** A rollout: int-or-string that must be a percentage, a template that is a whole object, steps of many kinds. */
const rollout = object(
  {
    replicas: { ...int32, default: 1, minimum: 0 },
    selector: labelSelector,
    template: podTemplate,
    workload: { ...open, 'x-kubernetes-embedded-resource': true },
    strategy: object({
      canary: object({
        maxSurge: { ...intOrString, pattern: '^((100|[0-9]{1,2})%|[0-9]+)$' },
        maxUnavailable: intOrString,
        steps: list(
          object(
            {
              setWeight: { ...int32, minimum: 0, maximum: 100 },
              pause: object({ duration: intOrString }),
              experiment: object({
                templates: list(object({ name: text(), specRef: text(), replicas: int32, selector: labelSelector })),
              }),
            },
            { maxProperties: 1 },
          ),
          { maxItems: 50 },
        ),
      }),
      blueGreen: object(
        { activeService: text(), previewService: text(), autoPromotionEnabled: { ...flag, default: true } },
        { required: ['activeService'] },
      ),
    }),
  },
  { required: ['selector'] },
);

/** A composition: open parts and whole objects of any kind. */
const composition = object({
  mode: { type: 'string', enum: ['Resources', 'Pipeline'], default: 'Pipeline' },
  pipeline: keyed(
    object(
      {
        step: text(),
        functionRef: reference,
        input: { ...open, 'x-kubernetes-embedded-resource': true },
        credentials: list(object({ name: text(), source: text(), secretRef: reference })),
      },
      { required: ['step', 'functionRef'] },
    ),
    'step',
  ),
  resources: list(
    object({
      name: text(),
      base: { ...open, 'x-kubernetes-embedded-resource': true },
      patches: list(
        object({
          type: {
            type: 'string',
            enum: ['FromCompositeFieldPath', 'ToCompositeFieldPath'],
            default: 'FromCompositeFieldPath',
          },
          fromFieldPath: text(),
          toFieldPath: text(),
          transforms: list(
            object({
              type: text(),
              math: object({ multiply: int64 }),
              map: map({ 'x-kubernetes-preserve-unknown-fields': true }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export const wild = {
  monitors: definition({ kind: 'Monitor', resource: 'monitors', spec: monitor }),
  issuers: definition({ kind: 'Issuer', resource: 'issuers', spec: issuer }),
  rollouts: definition({ kind: 'Rollout', resource: 'rollouts', spec: rollout }),
  compositions: definition({ kind: 'Composition', resource: 'compositions', spec: composition }),
} as const satisfies Record<string, WildDefinition>;

/** How many schemas a schema consists of. */
export function nodesOf(schema: unknown): number {
  if (Array.isArray(schema)) return schema.reduce((sum: number, one) => sum + nodesOf(one), 0);
  if (typeof schema !== 'object' || schema === null) return 0;
  const { properties = {}, items: item, additionalProperties, anyOf, oneOf } = schema as Record<string, unknown>;
  const below = [...Object.values(properties as object), item, additionalProperties, anyOf, oneOf];
  return 1 + below.reduce<number>((sum, one) => sum + nodesOf(one), 0);
}
