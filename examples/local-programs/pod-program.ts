// What is started on this machine for a container: which program, with which arguments, and where its files lie.
import type { Container, Pod } from 'pinnace/types/core/v1';

/**
 * By the name of an image, without registry and tag: the program that is started in its place. `agnhost porter` is for
 * containers whose first argument is `porter`.
 */
export interface Programs {
  readonly [image: string]: Program;
}

interface Program {
  /** Stands for the entry point of the image. `{443}` in it is the port of this machine that stands for the pod's 443. */
  readonly command: readonly string[];
  /** Ports of the pod that the container does not name itself. */
  readonly ports?: readonly number[];
  /** The program cannot be told another port: it has those of the pod, as long as they are free on this machine. */
  readonly samePorts?: boolean;
}

/** A container that has a program. */
export interface PodProgram {
  readonly container: Container;
  readonly program: Program;
}

export const imageName = (image: string): string => (image.split('/').at(-1) ?? '').replace(/[:@].*$/, '');

export function programsOf({ spec }: Pod, programs: Programs): PodProgram[] {
  return (spec?.containers ?? []).flatMap((container) => {
    const { image = '', command = [], args = [] } = container;
    const [first] = [...command.slice(1), ...args];
    const names = [`${imageName(image)} ${first}`, imageName(image)];
    const name = names.find((one) => Object.hasOwn(programs, one));
    const program = name === undefined ? undefined : programs[name];
    return program === undefined ? [] : [{ container, program }];
  });
}

/** Ports of the pod that the program serves: those that the container names, those of its probe, and what is said. */
export function portsOf({ container, program }: PodProgram): number[] {
  const named = (container.ports ?? []).map(({ containerPort }) => containerPort ?? 0);
  const { httpGet, tcpSocket } = container.readinessProbe ?? {};
  const probed = Number(httpGet?.port ?? tcpSocket?.port);
  return [...new Set([...named, ...(program.ports ?? []), ...(probed > 0 ? [probed] : [])])];
}

/** The variables of the container, as far as they are values, or labels and annotations of the pod; empty otherwise. */
export function variablesOf({ metadata }: Pod, { container }: PodProgram): { readonly [name: string]: string } {
  const fieldOf = (path: string): string => {
    const [, list = '', key = ''] = /^metadata\.(labels|annotations)\['(.+)'\]$/.exec(path) ?? [];
    return (list === 'labels' ? metadata.labels : metadata.annotations)?.[key] ?? '';
  };
  const all = (container.env ?? []).map(({ name = '', value, valueFrom }) => {
    return [name, value ?? fieldOf(valueFrom?.fieldRef?.fieldPath ?? '')] as const;
  });
  return Object.fromEntries(all);
}

/** What a container finds elsewhere on this machine. */
export interface Places {
  /** By the pod's port, the one that stands for it. */
  readonly ports: ReadonlyMap<number, number>;
  /** By the name of a volume, its folder. */
  readonly volumes: ReadonlyMap<string, string>;
}

/** The command line, with ports and paths as they are here. */
export function commandLine({ container, program }: PodProgram, places: Places): string[] {
  const { command = [], args = [] } = container;
  const [own = [], ports] = [program.command, places.ports];
  const filled = own.map((word) =>
    word.replace(/\{(\d+)\}/g, (whole, port) => String(ports.get(Number(port)) ?? whole)),
  );
  return [...filled, ...[...command.slice(1), ...args].map((word) => moved(word, container, places))];
}

function moved(word: string, { volumeMounts = [] }: Container, { ports, volumes }: Places): string {
  let text = word;
  for (const { name = '', mountPath = '' } of volumeMounts) {
    const folder = volumes.get(name);
    if (folder !== undefined && mountPath !== '') text = text.replaceAll(mountPath, folder);
  }
  for (const [port, here] of ports) text = text.replace(new RegExp(`(^|[=:])${port}$`), `$1${here}`);
  return text;
}
