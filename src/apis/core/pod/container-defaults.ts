import type { Container, LifecycleHandler, Probe } from '../v1/types.gen.ts';
import { usualPullPolicy } from './image-name.ts';
import { roundUpAmounts } from './resource-list.ts';

export function setContainerDefaults(container: Container): void {
  container.imagePullPolicy ||= usualPullPolicy(container.image);
  container.terminationMessagePath ||= '/dev/termination-log';
  container.terminationMessagePolicy ||= 'File';
  for (const port of container.ports ?? []) port.protocol ||= 'TCP';
  for (const { valueFrom } of container.env ?? []) {
    if (valueFrom?.fieldRef !== undefined) valueFrom.fieldRef.apiVersion ||= 'v1';
    if (valueFrom?.fileKeyRef !== undefined) valueFrom.fileKeyRef.optional ??= false;
  }
  roundUpAmounts(container.resources?.limits);
  roundUpAmounts(container.resources?.requests);
  const { livenessProbe, readinessProbe, startupProbe, lifecycle } = container;
  for (const probe of [livenessProbe, readinessProbe, startupProbe]) setProbeDefaults(probe);
  for (const handler of [lifecycle?.postStart, lifecycle?.preStop]) setRequestDefaults(handler);
}

function setProbeDefaults(probe: Probe | undefined): void {
  if (probe === undefined) return;
  probe.timeoutSeconds ||= 1;
  probe.periodSeconds ||= 10;
  probe.successThreshold ||= 1;
  probe.failureThreshold ||= 3;
  if (probe.grpc !== undefined) probe.grpc.service ??= '';
  setRequestDefaults(probe);
}

function setRequestDefaults(handler: Pick<LifecycleHandler, 'httpGet'> | undefined): void {
  if (handler?.httpGet === undefined) return;
  handler.httpGet.path ||= '/';
  handler.httpGet.scheme ||= 'HTTP';
}
