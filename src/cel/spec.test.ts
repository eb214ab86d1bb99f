import { describe, expect, it } from 'vitest';
import { Environment } from './environment.ts';
import { bindingsLibrary } from './library/bindings.ts';
import { declare, memberOverload, overload } from './library/library.ts';
import { optionalLibrary } from './library/optional.ts';
import { stringsLibrary } from './library/strings.ts';
import { twoVariableLibrary } from './library/two-variable-library.ts';
import { compile } from './program.ts';
import {
  NotHere,
  readType,
  readValue,
  type SpecCase,
  type SpecType,
  type SpecValue,
  specCases,
} from './testing/spec-cases.ts';
import { celText } from './values/text.ts';
import type { CelType } from './values/type.ts';
import { CelError, type Value } from './values/value.ts';

const messages = 'about messages of protocol buffers, which Kubernetes does not show to expressions';
const notTurnedOn = 'a library or syntax that Kubernetes does not turn on';
const unchecked = 'evaluates what the checker refuses; Kubernetes checks every expression';
const olderStrings = 'Kubernetes turns on an older version of this library, which formats otherwise';
const celGo = 'cel-go, and so Kubernetes, does not do what the specification says here';

/** Cases that are left out, by their names, and why. */
const leftOut: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^(proto2|proto3|proto2_ext|enums|wrappers|dynamic)\//, messages],
  [/^comparisons\/.*(_proto[23]?_|_proto[23]$)/, messages],
  [/^optionals\/optionals\/.*struct/, messages],
  [/^parse\/(nest|repeat)\/message_literal$/, messages],
  [/^parse\/(repeat\/select|whitespace\/|comments\/)/, messages],
  [/^parse\/struct_field_names\//, messages],
  [/^timestamps\/duration_converters\/get_milliseconds$/, messages],
  [/^type_deductions\/(complex_initializers\/struct|field_access\/|wrappers\/)/, messages],
  [/^type_deductions\/flexible_.*\/(comprehension_type_var|overload_type_var)_aliasing$/, messages],
  [/^type_deductions\/flexible_.*\/list_parameters_do_not_unify$/, messages],
  [/^type_deductions\/legacy_nullable_types\/null_assignable_to_(message|duration|timestamp)_/, messages],
  [/^(block_ext|encoders_ext|math_ext)\//, notTurnedOn],
  [/^fields\/quoted_map_fields\//, notTurnedOn],
  [/^basic\/.*\/unbound_is_runtime_error$/, unchecked],
  [
    /^comparisons\/(eq|ne)_literal\/(not_eq_list_length|eq_mixed_types|eq_list_elem_mixed_types|ne_mixed_types)$/,
    unchecked,
  ],
  [/^logic\/(conditional\/mixed_type|(AND|OR)\/short_circuit_type_)/, unchecked],
  [/^parse\/receiver_function_names\//, unchecked],
  [/^string_ext\/format\/.*(scientific notation|for decimal|infinity support for fixed)/, olderStrings],
  [
    /^string_ext\/format\/(list support for string|map support|dyntype NaN|dyntype support for (lists|maps))/,
    olderStrings,
  ],
  [/^string_ext\/value_errors\/(last)?indexof_out_of_range$/, celGo],
  [/^fields\/map_fields\/map_bad_key_type_(or_true|and_false)$/, celGo],
  [/^fields\/qualified_.*\/(map_key_float|map_value_repeat_key|map_value_repeat_key_heterogeneous)$/, celGo],
  [/^optionals\/optionals\/(map_null_entry_no_such_key|map_present_key_invalid_field)$/, celGo],
  [/^type_deductions\/legacy_nullable_types\/null_assignable_to_abstract_/, celGo],
];

const base = Environment.create({
  crossTypeComparisons: true,
  libraries: [optionalLibrary, stringsLibrary(2), twoVariableLibrary, bindingsLibrary],
});

const cases = specCases();
const reasonOf = ({ name }: SpecCase): string | undefined => leftOut.find(([pattern]) => pattern.test(name))?.[1];

function environmentOf({ test }: SpecCase): Environment {
  const variables: Record<string, CelType> = {};
  const functions = [];
  for (const { name, declKind } of test.typeEnv) {
    if (declKind.case === 'ident') variables[name] = readType(declKind.value.type as SpecType);
    else if (declKind.case === 'function') {
      const overloads = declKind.value.overloads.map((one) => {
        const signature = [one.params.map(readType), readType(one.resultType as SpecType)] as const;
        return one.isInstanceFunction ? memberOverload(one.overloadId, signature) : overload(one.overloadId, signature);
      });
      functions.push(declare(name, ...overloads));
    }
  }
  return base.extend({ variables, libraries: [{ functions }], container: test.container });
}

/** What an expression gives: its value, `error` for a failure, or `refused` and why. */
function outcome(one: SpecCase): { readonly text: string; readonly type?: string } {
  const { test } = one;
  const environment = environmentOf(one);
  const compiled = compile(test.expr, environment);
  if ('issues' in compiled) return { text: `refused: ${compiled.issues}` };
  const { ast } = 'program' in compiled ? compiled.program : compiled;
  const type = String(ast.types[ast.expr.id]);
  if ('planFault' in compiled) return { text: 'error', type };
  if (test.checkOnly) return { text: '', type };
  const activation: Record<string, Value> = {};
  for (const [name, { kind }] of Object.entries(test.bindings)) {
    if (kind.case !== 'value') throw new NotHere(String(kind.case));
    activation[name] = readValue(kind.value);
  }
  const { value } = compiled.program.evaluate(activation);
  return { text: value instanceof CelError ? 'error' : celText(value), type };
}

describe('the specification of the language', () => {
  it.each(cases.filter((one) => reasonOf(one) === undefined).map((one) => [one.name, one] as const))(
    'holds: %s',
    (_, one) => {
      const { resultMatcher: expected } = one.test;
      const { text, type } = outcome(one);
      switch (expected.case) {
        case 'evalError':
          // What can be known beforehand is refused beforehand.
          expect(text.startsWith('refused') ? 'error' : text).toBe('error');
          break;
        case 'typedResult':
          if (expected.value.result) expect(text).toBe(celText(readValue(expected.value.result)));
          expect(type).toBe(String(readType(expected.value.deducedType as SpecType)));
          break;
        case 'value':
          expect(text).toBe(celText(readValue(expected.value as SpecValue)));
          break;
        default:
          expect(text).toBe('true');
      }
    },
  );

  it('is left out only where it has cases', () => {
    for (const [pattern] of leftOut) expect(cases.some(({ name }) => pattern.test(name))).toBe(true);
  });
});
