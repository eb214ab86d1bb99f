import { getOwn, isJsonObject, type Json, type JsonObject, parseQuantity, QuantityError, setOwn } from '#meta';

/** What an annotation holds is not what it should be; the annotation is then as if it were not there. */
class UnreadableNote extends Error {}

/** Reads the annotation, or nothing when it is absent or was tampered with. */
export function readNote<T>(text: string | undefined, read: (value: Json) => T): T | undefined {
  if (text === undefined) return undefined;
  try {
    return read(JSON.parse(text));
  } catch (error) {
    if (error instanceof UnreadableNote || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function listOf<T>(value: Json | undefined, read: (item: NoteReader) => T): T[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) throw new UnreadableNote();
  return value.map((item) => read(new NoteReader(item)));
}

/** Fields of one object inside an annotation. Names are matched whatever their case, as Go does. */
export class NoteReader {
  readonly #object: JsonObject;

  constructor(value: Json) {
    if (!isJsonObject(value)) throw new UnreadableNote();
    this.#object = value;
  }
  /** Null counts as absent. */
  value(name: string): Json | undefined {
    const own = getOwn(this.#object, name);
    const key =
      own === undefined ? Object.keys(this.#object).find((one) => one.toLowerCase() === name.toLowerCase()) : name;
    return (key === undefined ? undefined : getOwn(this.#object, key)) ?? undefined;
  }
  text(name: string): string | undefined {
    const value = this.value(name);
    if (value !== undefined && typeof value !== 'string') throw new UnreadableNote();
    return value;
  }
  integer(name: string): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'number' || !Number.isInteger(value)) throw new UnreadableNote();
    return value;
  }
  quantity(name: string): string | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (typeof value !== 'string' && typeof value !== 'number') throw new UnreadableNote();
    try {
      return parseQuantity(String(value)).toString();
    } catch (error) {
      if (error instanceof QuantityError) throw new UnreadableNote();
      throw error;
    }
  }
  textList(name: string): string[] | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) throw new UnreadableNote();
    return value;
  }
  /** The object as a map of texts. */
  texts(): { [name: string]: string } {
    const texts: { [name: string]: string } = {};
    for (const [name, value] of Object.entries(this.#object)) {
      if (typeof value !== 'string') throw new UnreadableNote();
      setOwn(texts, name, value);
    }
    return texts;
  }
  object(name: string): NoteReader | undefined {
    const value = this.value(name);
    return value === undefined ? undefined : new NoteReader(value);
  }
}

/** An object without its undefined fields. */
export function present(fields: { readonly [name: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
