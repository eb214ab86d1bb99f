import { getOwn } from '#meta';
import { CelError, Optional, readJson, type Value } from '../values/value.ts';
import { type Frame, type Step, unset } from './frame.ts';
import { absent, qualify, qualifyIfPresent } from './qualify.ts';

/**
 * A step from a value into it: to a field, an element, or the value at a key. Each step costs one; an optional step
 * that finds nothing costs nothing.
 */
export interface Qualifier {
  readonly id: number;
  readonly optional: boolean;
  /** `has()`: only whether there is something. */
  readonly testOnly: boolean;
  /** The key, if it is a constant. Null is not kept here. */
  readonly constant: Value | undefined;
  /** Computes the key, if it is not a constant. */
  readonly key: Step;
}

/**
 * A variable, or the value of an expression, and the steps from there. A chain such as `a.b[c].d` is one attribute: an
 * optional step in it makes all that follow optional.
 */
export type Attribute = VariableAttribute | ValueAttribute | ConditionalAttribute;

interface VariableAttribute {
  readonly type: 'variable';
  readonly id: number;
  readonly root: Step;
  readonly qualifiers: readonly Qualifier[];
}
interface ValueAttribute {
  readonly type: 'value';
  readonly id: number;
  readonly root: Step;
  readonly qualifiers: readonly Qualifier[];
}
/** `(condition ? a : b).c`: the steps are taken on either side. */
interface ConditionalAttribute {
  readonly type: 'conditional';
  readonly id: number;
  readonly condition: Step;
  readonly whenTrue: Attribute;
  readonly whenFalse: Attribute;
}

export function addQualifier(attribute: Attribute, qualifier: Qualifier): Attribute {
  if (attribute.type !== 'conditional') return { ...attribute, qualifiers: [...attribute.qualifiers, qualifier] };
  return {
    ...attribute,
    whenTrue: addQualifier(attribute.whenTrue, qualifier),
    whenFalse: addQualifier(attribute.whenFalse, qualifier),
  };
}

/** The id under which the value of an attribute is known: that of its last step. */
export function attributeId(attribute: Attribute): number {
  if (attribute.type === 'conditional') {
    const [whenTrue, whenFalse] = [attributeId(attribute.whenTrue), attributeId(attribute.whenFalse)];
    return whenTrue === whenFalse ? whenTrue : attribute.id;
  }
  return attribute.qualifiers.at(-1)?.id ?? attribute.id;
}

/** Reads a variable that the activation has. */
export function variableStep(name: string): Step {
  return (frame) => {
    const { activation } = frame;
    const value = typeof activation === 'function' ? activation(name) : getOwn(activation, name);
    return value === undefined ? new CelError(`no such attribute(s): ${name}`) : readJson(value);
  };
}

/** Reads a variable of a loop. `init` makes its first value when it is first read. */
export function localStep(slot: number, init?: Step): Step {
  if (init === undefined) return (frame) => frame.locals[slot] as Value;
  return (frame) => {
    const value = frame.locals[slot] as Value | typeof unset;
    if (value !== unset) return value;
    const first = init(frame);
    frame.locals[slot] = first;
    return first;
  };
}

/** Follows an attribute, without the cost of reading it. */
export function resolveStep(attribute: Attribute): Step {
  if (attribute.type === 'conditional') return conditionalStep(attribute);
  const { root, qualifiers } = attribute;
  if (qualifiers.length === 0) return root;
  const isPlain = qualifiers.every(({ optional }) => !optional);
  return isPlain ? plainStep(root, qualifiers) : generalStep(root, qualifiers);
}

function conditionalStep({ condition, whenTrue, whenFalse }: ConditionalAttribute): Step {
  const [resolveTrue, resolveFalse] = [resolveStep(whenTrue), resolveStep(whenFalse)];
  return (frame) => {
    const value = condition(frame);
    if (value === true) return resolveTrue(frame);
    if (value === false) return resolveFalse(frame);
    return value instanceof CelError ? value : new CelError('no such overload');
  };
}

/** Without optional steps; the root may still turn out to be an optional. */
function plainStep(root: Step, qualifiers: readonly Qualifier[]): Step {
  const general = followFrom(qualifiers);
  const steps = qualifiers.map(qualifierStep);
  const [only] = steps as [QualifierStep];
  if (steps.length === 1)
    return (frame) => {
      const object = root(frame);
      return object instanceof Optional ? general(frame, object) : only(frame, object);
    };
  return (frame) => {
    let object = root(frame);
    if (object instanceof Optional) return general(frame, object);
    for (let i = 0; i < steps.length; i++) {
      if (object instanceof CelError) return object;
      object = (steps[i] as QualifierStep)(frame, object);
    }
    return object;
  };
}

type QualifierStep = (frame: Frame, object: Value) => Value;

function qualifierStep(qualifier: Qualifier): QualifierStep {
  const { id, constant, key, testOnly } = qualifier;
  const computed: QualifierStep = (frame, object) => {
    const value = key(frame);
    return value instanceof CelError ? value : qualify(object, value);
  };
  const test: QualifierStep = (_, object) => {
    const found = qualifyIfPresent(object, constant as Value);
    return found instanceof CelError ? found : found !== absent;
  };
  const known: QualifierStep = (_, object) => qualify(object, constant as Value);
  const step = testOnly ? test : constant === undefined ? computed : known;
  return (frame, object) => {
    if (object instanceof CelError) return object;
    const value = step(frame, object);
    frame.observe?.(id, value);
    frame.charge(1);
    return value;
  };
}

function generalStep(root: Step, qualifiers: readonly Qualifier[]): Step {
  const follow = followFrom(qualifiers);
  return (frame) => follow(frame, root(frame));
}

/** From an optional, or with optional steps: the result is an optional. */
function followFrom(qualifiers: readonly Qualifier[]): QualifierStep {
  const steps = qualifiers.map(qualifierStep);
  return (frame, root) => {
    let object = root;
    let isOptional = false;
    if (object instanceof Optional) {
      if (object.value === undefined) return object;
      isOptional = true;
      object = object.value;
    }
    for (let i = 0; i < qualifiers.length; i++) {
      if (object instanceof CelError) return object;
      const qualifier = qualifiers[i] as Qualifier;
      isOptional ||= qualifier.optional;
      if (!isOptional) {
        object = (steps[i] as QualifierStep)(frame, object);
        continue;
      }
      const found = followIfPresent(frame, object, qualifier);
      if (found === absent) return Optional.none;
      object = found;
    }
    if (object instanceof CelError) return object;
    return isOptional ? Optional.of(object) : object;
  };
}

function followIfPresent(frame: Frame, object: Value, { id, constant, key }: Qualifier): Value | typeof absent {
  const value = constant ?? key(frame);
  if (value instanceof CelError) return value;
  const found = qualifyIfPresent(object, value);
  if (found === absent || found instanceof CelError) return found;
  frame.observe?.(id, found);
  frame.charge(1);
  return found;
}
