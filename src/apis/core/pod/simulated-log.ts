import { apiErrors, type KubeObject, type Query } from '#meta';
import { SIMULATED_NODE_LABEL } from '#webhook';
import type { Pod } from '../v1/types.gen.ts';

export const isSimulatedNode = ({ metadata }: KubeObject): boolean =>
  metadata.labels?.[SIMULATED_NODE_LABEL] === 'true';

/** What there is to read of a container of a simulated node. One that has not begun is refused, as everywhere. */
export function simulatedLog({ metadata, spec, status }: Pod, query: Query): string {
  const first = (name: string): string | undefined => query.get(name)?.[0];
  const container = first('container') || spec?.containers?.[0]?.name || '';
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  const { waiting } = all.find(({ name }) => name === container)?.state ?? {};
  if (waiting && waiting.reason !== 'CrashLoopBackOff') {
    const what = `container "${container}" in pod "${metadata.name}"`;
    throw apiErrors.badRequest(`${what} is waiting to start: ${waiting.reason}`);
  }
  if (first('tailLines') === '0') return '';
  const text = `container ${container} of pod ${metadata.namespace}/${metadata.name} is simulated: nothing runs, and nothing is logged\n`;
  return text.slice(0, Number(first('limitBytes')) || undefined);
}
