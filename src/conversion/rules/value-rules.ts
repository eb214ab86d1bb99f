import { Duration, goDuration, parseDuration } from '#cel';
import { canonicalQuantity, isJsonObject, type Json, parseQuantity, Quantity, QuantityError } from '#meta';
import { ConversionRuleError } from '../conversion-fault.ts';
import { type Mapping, plainMapping, type Values } from '../mapping.ts';
import { RuleFault, type RuleReader } from '../rule-reader.ts';
import type { Slot } from '../slot.ts';
import { fromText, toText } from './place-rules.ts';
import type { RuleContext, RuleKind } from './rule-kind.ts';

interface ValuePair {
  toRight(value: Json): Json | undefined;
  toLeft(value: Json): Json | undefined;
}

/** One value on either side. `to` is where it was if nothing is said. */
function valueMapping(word: string, reader: RuleReader, pair: ValuePair): Mapping {
  const from = reader.slot('from');
  const to = reader.slot('to', from);
  const over =
    (change: (value: Json) => Json | undefined, slot: Slot) =>
    ([value]: Values): Values => {
      if (value === undefined) return [undefined];
      try {
        return [change(value)];
      } catch (error) {
        if (!(error instanceof ConversionRuleError)) throw error;
        throw new ConversionRuleError(`${slot.text}: ${error.message}`);
      }
    };
  return plainMapping({
    ...{ text: `${word} ${from.text} → ${to.text}`, left: [from], right: [to] },
    ...{ toRight: over(pair.toRight, from), toLeft: over(pair.toLeft, to) },
  });
}

/** `enum: { from: spec.mode, values: { Fast: fast, Slow: slow } }`: what is not named stays as it is. */
export const enumRule: RuleKind = (reader) => {
  const forward = new Map(reader.members('values'));
  const back = new Map<Json, Json>([...forward].map(([left, right]) => [right, left]));
  for (const [right, left] of reader.has('back') ? reader.members('back') : []) back.set(right, left);
  if ([...forward.values(), ...back.values()].some((value) => typeof value !== 'string'))
    throw new RuleFault('values must be texts');
  const merged = [...forward].find(([left, right]) => back.get(right) !== left && !reader.has('back'));
  if (merged !== undefined)
    throw new RuleFault(`two values become ${JSON.stringify(merged[1])}: say in back what it becomes on the way back`);
  return valueMapping('enum', reader, {
    toRight: (value) => (typeof value === 'string' ? forward.get(value) : undefined) ?? value,
    toLeft: (value) => back.get(value) ?? value,
  });
};

/** `scale: { from: spec.seconds, to: spec.milliseconds, factor: 1000 }` */
export const scaleRule: RuleKind = (reader) => {
  const factor = reader.number('factor');
  const whole = reader.choice('type', ['integer', 'number'], 'integer') === 'integer';
  const times = (value: Json, by: number): Json => {
    if (typeof value !== 'number' && typeof value !== 'bigint') throw new ConversionRuleError('it is no number');
    if (typeof value === 'bigint' && Number.isInteger(by)) return value * BigInt(by);
    const scaled = Number(value) * by;
    // Zero has no sign in JSON.
    return whole ? Math.trunc(Math.abs(scaled % 1) > 1 - 1e-9 ? Math.round(scaled) : scaled) + 0 : scaled;
  };
  return valueMapping('scale', reader, {
    toRight: (value) => times(value, factor),
    toLeft: (value) => times(value, 1 / factor),
  });
};

/** Which side has the text, by `in`; the other has a number. */
function textAndNumber(reader: RuleReader, { from, to }: RuleContext, pair: TextNumber): ValuePair {
  const isLeft = reader.choice('in', [from, to]) === from;
  const numberOf = (value: Json): Json => {
    if (typeof value !== 'string') throw new ConversionRuleError('it is no text');
    return pair.numberOf(value);
  };
  const textOf = (value: Json): Json => {
    if (typeof value !== 'number' && typeof value !== 'bigint') throw new ConversionRuleError('it is no number');
    return pair.textOf(value);
  };
  return isLeft ? { toRight: numberOf, toLeft: textOf } : { toRight: textOf, toLeft: numberOf };
}

interface TextNumber {
  numberOf(text: string): Json;
  textOf(value: number | bigint): Json;
}

/** `quantity: { from: spec.memoryMi, to: spec.memory, in: v2, unit: Mi }`: the version `in` says `64Mi`, the other 64. */
export const quantityRule: RuleKind = (reader, context) => {
  const unit = reader.text('unit', '');
  if (!/^([KMGTPE]i|[numkMGTPE]|)$/.test(unit)) throw new RuleFault('unit must be one such as Mi, k or m');
  return valueMapping('quantity', reader, textAndNumber(reader, context, quantityIn(unit)));
};

function quantityIn(unit: string): TextNumber {
  const one = unit === '' ? Quantity.of(1) : parseQuantity(`1${unit}`);
  const nano = one.scaled(-9);
  return {
    numberOf(text) {
      try {
        const counted = parseQuantity(text).scaled(-9) / nano;
        return Number.isSafeInteger(Number(counted)) ? Number(counted) : counted;
      } catch (error) {
        if (!(error instanceof QuantityError)) throw error;
        throw new ConversionRuleError(`${JSON.stringify(text.slice(0, 50))} is no quantity`);
      }
    },
    textOf: (value) => canonicalQuantity(`${value}${unit}`),
  };
}

const units = { ns: 1n, us: 1000n, ms: 1_000_000n, s: 10n ** 9n, m: 60n * 10n ** 9n, h: 3600n * 10n ** 9n } as const;

/** `duration: { from: spec.seconds, to: spec.timeout, in: v2, unit: s }`: the version `in` says `1m30s`, the other 90. */
export const durationRule: RuleKind = (reader, context) => {
  const unit = units[reader.choice('unit', ['ns', 'us', 'ms', 's', 'm', 'h'] as const, 's')];
  return valueMapping('duration', reader, textAndNumber(reader, context, durationIn(unit)));
};

function durationIn(unit: bigint): TextNumber {
  return {
    numberOf(text) {
      const duration = parseDuration(text);
      if (duration === undefined) throw new ConversionRuleError(`${JSON.stringify(text.slice(0, 50))} is no duration`);
      return Number(duration.nanos / unit);
    },
    textOf(value) {
      if (!Number.isSafeInteger(Number(value))) throw new ConversionRuleError('it is no whole number');
      return goDuration(new Duration(BigInt(value) * unit));
    },
  };
}

const scalars = ['string', 'integer', 'number', 'boolean'] as const;

/** `coerce: { from: spec.port, types: [integer, string] }`: the type before and after. */
export const coerceRule: RuleKind = (reader) => {
  const types = reader.any('types');
  if (!Array.isArray(types) || types.length !== 2 || !types.every((type) => scalars.includes(type as never)))
    throw new RuleFault(`types must be two of ${scalars.join(', ')}`);
  const [left, right] = types as [(typeof scalars)[number], (typeof scalars)[number]];
  const as =
    (type: (typeof scalars)[number]) =>
    (value: Json): Json => {
      if (isJsonObject(value) || Array.isArray(value)) throw new ConversionRuleError('it is no scalar');
      return fromText(toText(value, 'string'), type);
    };
  return valueMapping('coerce', reader, { toRight: as(right), toLeft: as(left) });
};
