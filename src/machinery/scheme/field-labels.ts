import { apiVersionOf, type GroupVersionKind } from '#meta';
import { SchemeError } from './scheme-error.ts';

/** A part of a field selector: what is looked at, and what it must be. */
export interface FieldLabelValue {
  readonly label: string;
  readonly value: string;
}

/** Says a field of a version in the words of the hub. Throws for a field that the kind cannot be selected by. */
export type FieldLabelConversion = (label: string, value: string) => FieldLabelValue;

/** How the fields that objects are selected by are called, by version and kind. */
export class FieldLabels {
  readonly #conversions = new Map<string, FieldLabelConversion>();

  add(gvk: GroupVersionKind, convert: FieldLabelConversion): void {
    this.#conversions.set(keyOf(gvk), convert);
  }

  convert(gvk: GroupVersionKind, label: string, value: string): FieldLabelValue {
    return (this.#conversions.get(keyOf(gvk)) ?? metadataOnly)(label, value);
  }
}

const keyOf = (gvk: GroupVersionKind): string => `${apiVersionOf(gvk)} ${gvk.kind}`;
const always: readonly string[] = ['metadata.name', 'metadata.namespace'];

/** What every kind can be selected by. */
function metadataOnly(label: string, value: string): FieldLabelValue {
  if (always.includes(label)) return { label, value };
  const known = always.map((name) => JSON.stringify(name)).join(', ');
  throw new SchemeError([`${JSON.stringify(label)} is not a known field selector: only ${known}`]);
}
