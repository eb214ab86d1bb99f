import { quoted } from '../../api/curl-command.ts';
import type { Subject } from './matrix.ts';

interface Missing {
  readonly subject: Subject;
  readonly verb: string;
  readonly group: string;
  /** `pods`, `pods/log` */
  readonly resource: string;
  /** '' for the cluster. */
  readonly namespace: string;
}

/** The commands that let somebody do one thing and nothing else. */
export function smallestRole({ subject, verb, group, resource, namespace }: Missing): readonly string[] {
  const name = `${subject.name}-${verb}-${resource}`
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-|-$/g, '');
  const [bare = '', part] = resource.split('/');
  const what = `${group === '' ? bare : `${bare}.${group}`}${part === undefined ? '' : `/${part}`}`;
  const [role, binding, place] =
    namespace === ''
      ? ['clusterrole', 'clusterrolebinding', '']
      : ['role', 'rolebinding', ` --namespace=${quoted(namespace)}`];
  return [
    `kubectl create ${role} ${name} --verb=${quoted(verb)} --resource=${quoted(what)}${place}`,
    `kubectl create ${binding} ${name} --${role}=${name} ${subjectFlag(subject)}${place}`,
  ];
}

function subjectFlag({ kind, name, namespace }: Subject): string {
  if (kind === 'ServiceAccount') return `--serviceaccount=${quoted(`${namespace}:${name}`)}`;
  return kind === 'Group' ? `--group=${quoted(name)}` : `--user=${quoted(name)}`;
}
