import type { ScalarName } from '#schema';
import { GenError } from '../gen-fault.ts';
import type { ApiField, ApiGroup, ApiStruct, ApiType, ApiVersion } from '../model.ts';
import { FieldNumbers } from './field-numbers.ts';
import type { GeneratedText, Generator, GeneratorOptions } from './generator.ts';
import { packageOf } from './schema.ts';

/** `generated.proto` of every version. The numbers of fields are kept in a file beside it and never change. */
export const proto: Generator = (model, options) => ({
  files: model.groups.flatMap((group) => group.versions.flatMap((version) => ofVersion(group, version, options))),
  notes: [],
});

const APIMACHINERY = 'k8s.io/apimachinery/pkg';

const scalars: { readonly [name in ScalarName]: string } = {
  string: 'string',
  bool: 'bool',
  int32: 'int32',
  int64: 'int64',
  double: 'double',
  bytes: 'bytes',
  time: `.${APIMACHINERY}/apis/meta/v1.Time`,
  microTime: `.${APIMACHINERY}/apis/meta/v1.MicroTime`,
  quantity: `.${APIMACHINERY}/api/resource.Quantity`,
  intOrString: `.${APIMACHINERY}/util/intstr.IntOrString`,
  json: `.${APIMACHINERY}/runtime.RawExtension`,
};

function ofVersion(group: ApiGroup, version: ApiVersion, options: GeneratorOptions): readonly GeneratedText[] {
  const numbers = new FieldNumbers(version, options.read);
  const writer = new ProtoWriter(numbers);
  const structs = [...version.structs].filter(({ isList }) => !isList).sort((a, b) => (a.name < b.name ? -1 : 1));
  const messages = structs.map((struct) => writer.message(struct));
  const header = options.header === '' ? '' : `${options.header.trimEnd()}\n\n`;
  const imports = [...writer.imports].sort().map((path) => `import "${path}/generated.proto";\n`);
  const name = packageOf(group, version).replaceAll('-', '_');
  const text = `${header}// Made by 'pinnace gen proto'. Change the types, not this.
syntax = "proto2";

package ${name};

${imports.join('')}${imports.length === 0 ? '' : '\n'}${messages.join('\n')}`;
  return [{ path: `${version.folder}/generated.proto`, text }, numbers.file()];
}

class ProtoWriter {
  /** Of files that messages of others are in. */
  readonly imports = new Set<string>();
  readonly #numbers: FieldNumbers;

  constructor(numbers: FieldNumbers) {
    this.#numbers = numbers;
  }

  message(struct: ApiStruct): string {
    const { name, fields, description } = struct;
    const gone = this.#numbers.reserved(
      name,
      fields.map((field) => field.name),
    );
    const reserved =
      gone.length === 0
        ? ''
        : `  reserved ${gone.map(([, number]) => number).join(', ')};\n  reserved ${gone.map(([field]) => JSON.stringify(field)).join(', ')};\n`;
    const lines = fields.map((field) => `${comment(field.description, '  ')}  ${this.#field(struct, field)};\n`);
    return `${comment(description, '')}message ${name} {\n${[reserved, ...lines].filter((line) => line !== '').join('\n')}}\n`;
  }

  #field({ name: struct }: ApiStruct, { name, type, place }: ApiField): string {
    const number = this.#numbers.of(struct, name);
    const refuse = (): never => {
      const message = 'protobuf has no lists or maps of lists and maps; write a struct with a field for the inner one';
      throw new GenError([{ place, message }]);
    };
    if (type.shape === 'list') return `repeated ${this.#single(type.items) ?? refuse()} ${name} = ${number}`;
    if (type.shape === 'map') return `map<string, ${this.#single(type.values) ?? refuse()}> ${name} = ${number}`;
    return `optional ${this.#single(type)} ${name} = ${number}`;
  }

  /** The type of one value; undefined for what holds several. */
  #single(type: ApiType): string | undefined {
    if (type.shape === 'list' || type.shape === 'map') return undefined;
    if (type.shape === 'struct') return type.name;
    const full = type.shape === 'foreign' ? foreignName(type.struct.name) : scalars[type.shape];
    if (!full.startsWith('.')) return full;
    const at = full.lastIndexOf('.');
    this.imports.add(full.slice(1, at));
    return `.${full.slice(1).replaceAll('/', '.')}`;
  }
}

/** `io.k8s.api.core.v1.PodSpec` is `.k8s.io/api/core/v1.PodSpec`. */
function foreignName(name: string): string {
  const [top = '', domain = '', ...rest] = name.split('.');
  return `.${domain}.${top}/${rest.slice(0, -1).join('/')}.${rest.at(-1)}`;
}

const comment = (text: string, indent: string): string =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => `${indent}// ${line}`.trimEnd())
        .join('\n')
        .concat('\n');
