import { ProtobufReader, ProtobufWriter, wireTypes } from '#meta';

/** How the values of a field are written: `encode` and `decode` know nothing of the field's number. */
interface FieldType<T> {
  readonly wireType: number;
  /** What a reader takes for a field that was not written; fields of this value are not written. */
  readonly absent: () => T;
  isAbsent(value: T): boolean;
  write(writer: ProtobufWriter, value: T): void;
  read(reader: ProtobufReader): T;
  /** Values come one by one, and are gathered. */
  readonly isRepeated?: true;
}

interface Field<T> {
  readonly number: number;
  readonly type: FieldType<T>;
}

/** What may be left out of a message that is sent: everything. */
export type Sent<T> = T extends Uint8Array | string | number | bigint | boolean | undefined
  ? T
  : T extends readonly (infer E)[]
    ? readonly Sent<E>[]
    : { readonly [K in keyof T]?: Sent<T[K]> };

/** A message of etcd's protocol: how it is written and read. Fields that it does not name are passed over. */
export interface Message<T> {
  encode(value: Sent<T>): Uint8Array;
  write(writer: ProtobufWriter, value: Sent<T>): void;
  decode(bytes: Uint8Array): T;
}

type Fields = Readonly<Record<string, Field<unknown>>>;
type ValueOf<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

/** A message by its fields: `message({ key: bytes(1), limit: int(3) })`. */
export function message<F extends Fields>(fields: F): Message<ValueOf<F>> {
  const ordered = Object.entries(fields).sort(([, a], [, b]) => b.number - a.number);
  const byNumber = new Map(Object.entries(fields).map(([name, field]) => [field.number, { name, ...field }]));
  const write = (writer: ProtobufWriter, value: object): void => {
    for (const [name, field] of ordered) {
      const given = (value as Readonly<Record<string, unknown>>)[name];
      if (given !== undefined && !field.type.isAbsent(given)) writeField(writer, field, given);
    }
  };
  return {
    write,
    encode(value) {
      const writer = new ProtobufWriter();
      write(writer, value);
      return writer.finish();
    },
    decode(bytes) {
      const value: Record<string, unknown> = {};
      for (const [name, { type }] of ordered) value[name] = type.absent();
      const reader = new ProtobufReader(bytes);
      while (!reader.done) {
        const { number, wireType } = reader.tag('etcd');
        const field = byNumber.get(number);
        if (field === undefined || field.type.wireType !== wireType) reader.skip(wireType);
        else if (field.type.isRepeated) (value[field.name] as unknown[]).push(field.type.read(reader));
        else value[field.name] = field.type.read(reader);
      }
      return value as ValueOf<F>;
    },
  };
}

/** The writer goes backwards: the value first, the tag before it. */
function writeField(writer: ProtobufWriter, { number, type }: Field<unknown>, value: unknown): void {
  const values = type.isRepeated ? [...(value as readonly unknown[])].reverse() : [value];
  for (const one of values) {
    type.write(writer, one);
    writer.tag(number, type.wireType);
  }
}

const field =
  <T>(type: FieldType<T>) =>
  (number: number): Field<T> => ({ number, type });

/** Read as a view of the bytes that came: who keeps one for long makes a copy. */
export const bytes = field<Uint8Array>({
  wireType: wireTypes.bytes,
  absent: () => new Uint8Array(),
  isAbsent: (value) => value.length === 0,
  write(writer, value) {
    writer.raw(value);
    writer.varint(value.length);
  },
  read: (reader) => reader.bytes(),
});

export const text = field<string>({
  wireType: wireTypes.bytes,
  absent: () => '',
  isAbsent: (value) => value === '',
  write: (writer, value) => writer.text(value),
  read: (reader) => reader.bytes().toString(),
});

export const flag = field<boolean>({
  wireType: wireTypes.varint,
  absent: () => false,
  isAbsent: (value) => !value,
  write: (writer) => writer.varint(1),
  read: (reader) => reader.integer() !== 0,
});

/** An integer that is a number in JavaScript too: revisions, versions, sizes. */
export const int = field<number>({
  wireType: wireTypes.varint,
  absent: () => 0,
  isAbsent: (value) => value === 0,
  write: (writer, value) => writer.integer(value),
  read: (reader) => Number(reader.integer()),
});

/** An integer that uses all its bits, as leases are named. */
export const id = field<bigint>({
  wireType: wireTypes.varint,
  absent: () => 0n,
  isAbsent: (value) => value === 0n,
  write: (writer, value) => writer.integer(value),
  read: (reader) => BigInt(reader.integer()),
});

const nestedType = <T>(inner: Message<T>) => ({
  wireType: wireTypes.bytes,
  write(writer: ProtobufWriter, value: Sent<T>) {
    const mark = writer.length;
    inner.write(writer, value);
    writer.lengthSince(mark);
  },
  read: (reader: ProtobufReader) => inner.decode(reader.bytes()),
});

export const nested = <T>(number: number, inner: Message<T>): Field<T | undefined> => ({
  number,
  type: {
    ...nestedType(inner),
    absent: () => undefined,
    isAbsent: (value: T | undefined) => value === undefined,
  } as FieldType<T | undefined>,
});

/** Each value goes through `write` and `read` alone; the list is what others see. */
export const repeated = <T>(number: number, inner: Message<T>): Field<readonly T[]> => ({
  number,
  type: {
    ...nestedType(inner),
    isRepeated: true,
    absent: () => [],
    isAbsent: (value: readonly T[]) => value.length === 0,
  } as unknown as FieldType<readonly T[]>,
});
