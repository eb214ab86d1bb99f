import {
  labelValueFaults,
  nameIsDns1035Label,
  nameIsDnsLabel,
  nameIsDnsSubdomain,
  parseRequestUri,
  qualifiedNameFaults,
  stringFormat,
} from '#meta';
import { declare, type Library, memberOverload, overload } from '../library/library.ts';
import { noSuchOverload } from '../values/traits.ts';
import { type CelType, listType, objectType, optionalType, types } from '../values/type.ts';
import { OpaqueValue, Optional, type Value } from '../values/value.ts';

const { string } = types;
const formatType = objectType('kubernetes.NamedFormat');

/** A rule for texts that has a name. */
interface NamedFormat {
  readonly name: string;
  /** What counts as the length of its pattern. */
  readonly patternSize: number;
  faults(text: string): readonly string[];
}

export class FormatValue extends OpaqueValue {
  readonly format: NamedFormat;

  constructor(format: NamedFormat) {
    super();
    this.format = format;
  }
  get type(): CelType {
    return formatType;
  }
  equals(other: Value): Value {
    return other instanceof FormatValue ? this.format.name === other.format.name : noSuchOverload();
  }
}

const named = (name: string, patternSize: number, faults: NamedFormat['faults']): NamedFormat => ({
  name,
  patternSize,
  faults,
});

/** A format of OpenAPI. */
const byFormat = (name: string, patternSize: number, fault: string): NamedFormat =>
  named(name, patternSize, (text) => (stringFormat(name)?.(text) === true ? [] : [fault]));

function uriFaults(text: string): readonly string[] {
  const url = parseRequestUri(text);
  return typeof url === 'string' ? [url] : [];
}

const whole = { prefix: false };
const prefix = { prefix: true };

const formats: Readonly<Record<string, NamedFormat>> = {
  dns1123Label: named('DNS1123Label', 30, (text) => nameIsDnsLabel(text, whole)),
  dns1123Subdomain: named('DNS1123Subdomain', 60, (text) => nameIsDnsSubdomain(text, whole)),
  dns1035Label: named('DNS1035Label', 30, (text) => nameIsDns1035Label(text, whole)),
  qualifiedName: named('QualifiedName', 60, qualifiedNameFaults),
  dns1123LabelPrefix: named('DNS1123LabelPrefix', 30, (text) => nameIsDnsLabel(text, prefix)),
  dns1123SubdomainPrefix: named('DNS1123SubdomainPrefix', 60, (text) => nameIsDnsSubdomain(text, prefix)),
  dns1035LabelPrefix: named('DNS1035LabelPrefix', 30, (text) => nameIsDns1035Label(text, prefix)),
  labelValue: named('LabelValue', 40, labelValueFaults),
  uri: named('URI', 1103, uriFaults),
  uuid: byFormat('uuid', 70, 'does not match the UUID format'),
  byte: byFormat('byte', 84, 'invalid base64'),
  date: byFormat('date', 71, 'invalid date'),
  datetime: byFormat('datetime', 71, 'invalid datetime'),
};

function validate({ format }: FormatValue, text: string): Value {
  const faults = format.faults(text);
  return faults.length === 0 ? Optional.none : Optional.of(faults);
}

const values = new Map(Object.entries(formats).map(([name, format]) => [name, new FormatValue(format)]));

function byName(name: string): Value {
  const value = values.get(name);
  return value === undefined ? Optional.none : Optional.of(value);
}

export const kubernetesFormats: Library = {
  functions: [
    declare(
      'validate',
      memberOverload('format-validate', [[formatType, string], optionalType(listType(string))], validate),
    ),
    declare('format.named', overload('format-named', [[string], optionalType(formatType)], byName)),
    ...Array.from(values, ([name, value]) =>
      declare(
        `format.${name}`,
        overload(`format.${name}`, [[], formatType], () => value),
      ),
    ),
  ],
};
