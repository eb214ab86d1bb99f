import { type AppliedRule, ConversionRuleError } from '#conversion';
import { encodeJson, toYaml } from '#machinery';
import { cloneJson, isJsonObject, type Json, type JsonObject, numericEqual } from '#meta';
import { CommandError, type Terminal, UsageError } from '../command.ts';
import type { ClusterChoice } from '../compat/cluster.ts';
import { exitCodes } from '../exit-codes.ts';
import {
  type BoundPolicy,
  convertingByPolicy,
  policyFromFiles,
  policyFromServer,
  readDocument,
} from './policy-source.ts';

interface ConvertInvocation extends Terminal {
  readonly options: ClusterChoice & {
    readonly file: string;
    readonly to: string;
    readonly policy: string | undefined;
    readonly crd: string | undefined;
    readonly explain: boolean;
    readonly output: 'yaml' | 'json';
  };
}

/** Shows an object in another version, and how it came about. */
export async function convert({ options, environment, stdout, stderr }: ConvertInvocation): Promise<number> {
  if (options.file === '' || options.to === '')
    throw new UsageError('say which object by --file, and which version by --to');
  const object = readDocument(options.file);
  const bound = await boundTo(object, options, environment);
  const { name, versions } = bound.definition;
  if (!versions.some((version) => version.name === options.to))
    throw new UsageError(
      `${name} has no version ${options.to}; there are: ${versions.map((one) => one.name).join(', ')}`,
    );
  const applied: AppliedRule[] = [];
  const made = converted(bound, object, { to: options.to, observe: (rule) => applied.push(rule) });
  stdout.write(options.output === 'json' ? `${encodeJson(made)}\n` : toYaml(made));
  if (options.explain)
    stderr.write(
      explanation(applied, lostOf(bound, object, made))
        .map((line) => `${line}\n`)
        .join(''),
    );
  return exitCodes.good;
}

async function boundTo(
  object: JsonObject,
  { policy, crd, ...choice }: ConvertInvocation['options'],
  environment: NodeJS.ProcessEnv,
): Promise<BoundPolicy> {
  if (policy !== undefined && crd !== undefined) return policyFromFiles(policy, crd);
  if (policy !== undefined || crd !== undefined) throw new UsageError('--policy and --crd belong together');
  return policyFromServer(object, choice, environment);
}

interface Target {
  readonly to: string;
  observe?(rule: AppliedRule): void;
}

function converted(bound: BoundPolicy, object: JsonObject, { to, observe }: Target): JsonObject {
  try {
    return convertingByPolicy(bound)(cloneJson(object), to, observe);
  } catch (error) {
    if (!(error instanceof ConversionRuleError)) throw error;
    throw new CommandError(`the object cannot be converted: ${error.message}`, { cause: error });
  }
}

function explanation(applied: readonly AppliedRule[], lost: readonly string[]): readonly string[] {
  const names = (slots: AppliedRule['mapping']['left']): string =>
    slots.map(({ text }) => text).join(', ') || 'nothing';
  return [
    ...applied.map(({ mapping, side, from, to }) => {
      const [before, after] = side === 'right' ? [mapping.left, mapping.right] : [mapping.right, mapping.left];
      return `${from} → ${to}: ${names(after)} is made of ${names(before)} (${mapping.text})`;
    }),
    ...(applied.length === 0 ? ['no rule made anything of it: all fields are carried as they are'] : []),
    ...(lost.length === 0 ? ['nothing is lost on the way back'] : lost.map((path) => `lost on the way back: ${path}`)),
  ];
}

function lostOf(bound: BoundPolicy, object: JsonObject, made: JsonObject): readonly string[] {
  const version = String(object.apiVersion).split('/').at(-1) as string;
  return differences(object, converted(bound, made, { to: version }), '');
}

/** The paths at which an object has something that another has not. */
export function differences(before: Json | undefined, after: Json | undefined, path: string): readonly string[] {
  if (isJsonObject(before) && isJsonObject(after))
    return Object.keys(before).flatMap((key) =>
      differences(before[key], after[key], path === '' ? key : `${path}.${key}`),
    );
  return before === undefined || numericEqual(before, after) ? [] : [path];
}
