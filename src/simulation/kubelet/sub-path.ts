import type { CoreV1 } from '#apis';
import { variablesOf } from './plain-command.ts';
import type { Variables } from './plain-script.ts';

type Pod = CoreV1['Pod'];
type Container = CoreV1['Container'];

/**
 * Why a container cannot be made of its spec: a part of a volume that its variables lead out of it. Undefined where nothing is
 * wrong, or where that lies in variables that are not known here. k8s: kubelet_pods.go makeMounts
 */
export function subPathError(pod: Pod, container: Container): string | undefined {
  const mounts = (container.volumeMounts ?? []).filter(({ subPathExpr }) => subPathExpr);
  if (mounts.length === 0) return undefined;
  const variables = variablesOf(pod, container);
  const errors = mounts.map(({ subPathExpr = '' }) => errorOf(subPathExpr, container, variables));
  return errors.find((error) => error !== undefined);
}

function errorOf(expression: string, container: Container, variables: Variables): string | undefined {
  const { path, missing } = expanded(expression, variables);
  if (missing.some((name) => mayHave(container, name))) return undefined;
  if (missing.length > 0) return `missing value for "${missing.join(', ')}"`;
  if (path.startsWith('/')) return `error SubPath \`${path}\` must not be an absolute path`;
  const leavesVolume = path.split('/').includes('..');
  return leavesVolume ? `unable to provision SubPath \`${path}\`: must not contain '..'` : undefined;
}

/** `$(NAME)` is the variable, `$$(NAME)` these characters. */
function expanded(expression: string, variables: Variables): { readonly path: string; readonly missing: string[] } {
  const missing: string[] = [];
  const path = expression.replace(/\$\$|\$\(([^)]*)\)/g, (whole, name?: string) => {
    if (name === undefined) return '$';
    if (Object.hasOwn(variables, name)) return variables[name] ?? '';
    missing.push(name);
    return whole;
  });
  return { path, missing };
}

/** Whether the variable may come from where nobody looks here: a ConfigMap, a Secret. */
const mayHave = ({ env = [], envFrom = [] }: Container, name: string): boolean =>
  envFrom.length > 0 || env.some((one) => one.name === name);
