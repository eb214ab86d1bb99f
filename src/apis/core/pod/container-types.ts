import type { JsonObject } from '#meta';

/** The parts of a pod's containers that the rules look at. */

/** Amounts by resource, as canonical texts. */
export type ResourceList = { [resource: string]: string };

export interface NamedReference extends JsonObject {
  name?: string;
}

export interface Container extends JsonObject {
  name?: string;
  image?: string;
  command?: string[];
  args?: string[];
  workingDir?: string;
  ports?: ContainerPort[];
  envFrom?: EnvFromSource[];
  env?: EnvVar[];
  resources?: ResourceRequirements;
  resizePolicy?: ContainerResizePolicy[];
  restartPolicy?: string;
  restartPolicyRules?: ContainerRestartRule[];
  volumeMounts?: VolumeMount[];
  volumeDevices?: VolumeDevice[];
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  startupProbe?: Probe;
  lifecycle?: Lifecycle;
  terminationMessagePath?: string;
  terminationMessagePolicy?: string;
  imagePullPolicy?: string;
  securityContext?: SecurityContext;
  stdin?: boolean;
  stdinOnce?: boolean;
  tty?: boolean;
}

export interface ContainerPort extends JsonObject {
  name?: string;
  hostPort?: number;
  containerPort?: number;
  protocol?: string;
  hostIP?: string;
}

export interface EnvFromSource extends JsonObject {
  prefix?: string;
  configMapRef?: NamedReference;
  secretRef?: NamedReference;
}

export interface EnvVar extends JsonObject {
  name?: string;
  value?: string;
  valueFrom?: EnvVarSource;
}

export interface EnvVarSource extends JsonObject {
  fieldRef?: ObjectFieldSelector;
  resourceFieldRef?: ResourceFieldSelector;
  configMapKeyRef?: ConfigMapKeySelector;
  secretKeyRef?: ConfigMapKeySelector;
  fileKeyRef?: FileKeySelector;
}

export interface ObjectFieldSelector extends JsonObject {
  apiVersion?: string;
  fieldPath?: string;
}

export interface ResourceFieldSelector extends JsonObject {
  containerName?: string;
  resource?: string;
  divisor?: string;
}

export interface ConfigMapKeySelector extends NamedReference {
  key?: string;
  optional?: boolean;
}

export interface FileKeySelector extends JsonObject {
  volumeName?: string;
  path?: string;
  key?: string;
  optional?: boolean;
}

export interface ContainerResizePolicy extends JsonObject {
  resourceName?: string;
  restartPolicy?: string;
}

export interface ContainerRestartRule extends JsonObject {
  action?: string;
  exitCodes?: { operator?: string; values?: number[] };
}

export interface VolumeMount extends JsonObject {
  name?: string;
  readOnly?: boolean;
  recursiveReadOnly?: string;
  mountPath?: string;
  subPath?: string;
  mountPropagation?: string;
  subPathExpr?: string;
}

export interface VolumeDevice extends JsonObject {
  name?: string;
  devicePath?: string;
}

export interface Probe extends ProbeHandler {
  initialDelaySeconds?: number;
  timeoutSeconds?: number;
  periodSeconds?: number;
  successThreshold?: number;
  failureThreshold?: number;
  terminationGracePeriodSeconds?: number;
}

export interface ProbeHandler extends JsonObject {
  exec?: ExecAction;
  httpGet?: HTTPGetAction;
  tcpSocket?: TCPSocketAction;
  grpc?: GRPCAction;
}

export interface Lifecycle extends JsonObject {
  postStart?: LifecycleHandler;
  preStop?: LifecycleHandler;
  stopSignal?: string;
}

export interface LifecycleHandler extends JsonObject {
  exec?: ExecAction;
  httpGet?: HTTPGetAction;
  tcpSocket?: TCPSocketAction;
  sleep?: SleepAction;
}

export interface ExecAction extends JsonObject {
  command?: string[];
}

export interface HTTPGetAction extends JsonObject {
  path?: string;
  port?: number | string;
  host?: string;
  scheme?: string;
  httpHeaders?: HTTPHeader[];
}

export interface HTTPHeader extends JsonObject {
  name?: string;
  value?: string;
}

export interface TCPSocketAction extends JsonObject {
  port?: number | string;
  host?: string;
}

export interface GRPCAction extends JsonObject {
  port?: number;
  service?: string;
}

export interface SleepAction extends JsonObject {
  seconds?: number;
}

export interface ResourceRequirements extends JsonObject {
  limits?: ResourceList;
  requests?: ResourceList;
  claims?: ResourceClaim[];
}

export interface ResourceClaim extends JsonObject {
  name?: string;
  request?: string;
}

export interface SecurityContext extends JsonObject {
  capabilities?: Capabilities;
  privileged?: boolean;
  seLinuxOptions?: JsonObject;
  windowsOptions?: WindowsSecurityContextOptions;
  runAsUser?: number;
  runAsGroup?: number;
  runAsNonRoot?: boolean;
  readOnlyRootFilesystem?: boolean;
  allowPrivilegeEscalation?: boolean;
  procMount?: string;
  seccompProfile?: SeccompProfile;
  appArmorProfile?: AppArmorProfile;
}

export interface Capabilities extends JsonObject {
  add?: string[];
  drop?: string[];
}

export interface WindowsSecurityContextOptions extends JsonObject {
  gmsaCredentialSpecName?: string;
  gmsaCredentialSpec?: string;
  runAsUserName?: string;
  hostProcess?: boolean;
}

export interface SeccompProfile extends JsonObject {
  type?: string;
  localhostProfile?: string;
}

export interface AppArmorProfile extends JsonObject {
  type?: string;
  localhostProfile?: string;
}
