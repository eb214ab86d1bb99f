import { CommandError } from '../../command.ts';
import { definitionOf, patchDefinition } from './definition.ts';
import type { Step } from './step.ts';

export const notServed: Step = {
  async look(walk) {
    const { name, version } = walk;
    const { versions } = await definitionOf(walk);
    const at = versions.findIndex((one) => one.name === version);
    const isServed = versions[at]?.served === true;
    const step = `${version} is not served`;
    const kubectl = `kubectl patch crd ${name} --type json -p '[{"op":"replace","path":"/spec/versions/${Math.max(at, 0)}/served","value":false}]'`;
    const back = 'served: true brings it back';
    return {
      step,
      state: isServed ? 'todo' : 'done',
      evidence: isServed ? `it is served; ${back}` : `not served; ${back}`,
      kubectl,
    };
  },
  async do(walk) {
    const { versions, resourceVersion } = await definitionOf(walk);
    const next = versions.map((one) => (one.name === walk.version ? { ...one, served: false } : one));
    await patchDefinition(walk, { path: '', resourceVersion }, { spec: { versions: next } });
    const { wait } = walk.options;
    if (wait > 0) walk.stderr.write(`waits ${wait} s for somebody to miss it; Ctrl-C stops, the next run goes on\n`);
    await sleep(wait * 1000, walk.signal);
    if (walk.signal.aborted) throw new CommandError('stopped before the version was removed; run it again to go on');
  },
};

export const removed: Step = {
  isFinal: true,
  async look(walk) {
    const { name, version } = walk;
    const definition = await definitionOf(walk);
    const at = definition.versions.findIndex((one) => one.name === version);
    const step = `${version} is removed from the definition`;
    const kubectl = `kubectl patch crd ${name} --type json -p '[{"op":"remove","path":"/spec/versions/${Math.max(at, 0)}"}]'`;
    const names = definition.versions.map((one) => one.name).join(', ');
    return { step, state: at < 0 ? 'done' : 'todo', evidence: `spec.versions has ${names}`, kubectl };
  },
  async do(walk) {
    const { versions, resourceVersion } = await definitionOf(walk);
    const next = versions.filter((one) => one.name !== walk.version);
    await patchDefinition(walk, { path: '', resourceVersion }, { spec: { versions: next } });
  },
};

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted || ms <= 0) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
