import { parseQuantity, Quantity, QuantityError } from '#meta';
import { declare, type Library, memberOverload, overload } from '../library/library.ts';
import { noSuchOverload } from '../values/traits.ts';
import { type CelType, objectType, types } from '../values/type.ts';
import { CelError, Double, normalInt, OpaqueValue, type Value } from '../values/value.ts';

const { bool, double, int, string } = types;
export const quantityType = objectType('kubernetes.Quantity');

class QuantityValue extends OpaqueValue {
  readonly quantity: Quantity;
  /** Sums and differences have another Go type: `quantity == sum` has no overload, `sum == quantity` has one. */
  readonly #computed: boolean;

  constructor(quantity: Quantity, { computed = false }: { computed?: boolean } = {}) {
    super();
    this.quantity = quantity;
    this.#computed = computed;
  }
  get type(): CelType {
    return quantityType;
  }
  equals(other: Value): Value {
    if (!(other instanceof QuantityValue) || other.#computed) return noSuchOverload();
    return this.quantity.equals(other.quantity);
  }
}

function read(text: string): Quantity | CelError {
  try {
    return parseQuantity(text);
  } catch (error) {
    if (error instanceof QuantityError) return new CelError(error.message);
    throw error;
  }
}

function toQuantity(text: string): Value {
  const quantity = read(text);
  return quantity instanceof CelError ? quantity : new QuantityValue(quantity);
}

function toInteger({ quantity }: QuantityValue): Value {
  const value = quantity.asInt64();
  return value === undefined ? new CelError('cannot convert value to integer') : normalInt(value);
}

const computed = (quantity: Quantity): Value => new QuantityValue(quantity, { computed: true });
const whole = (value: number | bigint): Quantity => Quantity.of(value, 'DecimalExponent');
const pair = [quantityType, quantityType];

export const kubernetesQuantity: Library = {
  functions: [
    declare('quantity', overload('string_to_quantity', [[string], quantityType], toQuantity)),
    declare(
      'isQuantity',
      overload('is_quantity_string', [[string], bool], (text: string) => !(read(text) instanceof CelError)),
    ),
    declare(
      'sign',
      overload('quantity_sign', [[quantityType], int], ({ quantity }: QuantityValue) => quantity.sign),
    ),
    declare(
      'isGreaterThan',
      memberOverload(
        'quantity_is_greater_than',
        [pair, bool],
        (a: QuantityValue, b: QuantityValue) => a.quantity.compare(b.quantity) > 0,
      ),
    ),
    declare(
      'isLessThan',
      memberOverload(
        'quantity_is_less_than',
        [pair, bool],
        (a: QuantityValue, b: QuantityValue) => a.quantity.compare(b.quantity) < 0,
      ),
    ),
    declare(
      'compareTo',
      memberOverload('quantity_compare_to', [pair, int], (a: QuantityValue, b: QuantityValue) =>
        a.quantity.compare(b.quantity),
      ),
    ),
    declare(
      'asApproximateFloat',
      memberOverload(
        'quantity_get_float',
        [[quantityType], double],
        ({ quantity }: QuantityValue) => new Double(quantity.approximate()),
      ),
    ),
    declare('asInteger', memberOverload('quantity_get_int', [[quantityType], int], toInteger)),
    declare(
      'isInteger',
      memberOverload(
        'quantity_is_integer',
        [[quantityType], bool],
        ({ quantity }: QuantityValue) => quantity.asInt64() !== undefined,
      ),
    ),
    declare(
      'add',
      memberOverload('quantity_add', [pair, quantityType], (a: QuantityValue, b: QuantityValue) =>
        computed(a.quantity.add(b.quantity)),
      ),
      memberOverload('quantity_add_int', [[quantityType, int], quantityType], (a: QuantityValue, b: number | bigint) =>
        computed(a.quantity.add(whole(b))),
      ),
    ),
    declare(
      'sub',
      memberOverload('quantity_sub', [pair, quantityType], (a: QuantityValue, b: QuantityValue) =>
        computed(a.quantity.subtract(b.quantity)),
      ),
      memberOverload('quantity_sub_int', [[quantityType, int], quantityType], (a: QuantityValue, b: number | bigint) =>
        computed(a.quantity.subtract(whole(b))),
      ),
    ),
  ],
};
