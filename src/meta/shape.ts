import type { Json } from './json.ts';

/**
 * What values at one place look like: the one description that built-in types and the schemas of definitions both give,
 * and that merging, OpenAPI and expressions read. Asking for what is below makes it, once: a type that nobody looks into
 * costs nothing, and a type may contain itself.
 */
export interface Shape {
  /** All that is said of the value itself. */
  readonly keywords: ShapeKeywords;
  /** What of it is said at this place, besides or instead of what the definition says. All of it if there is no other. */
  readonly said: ShapeKeywords;
  /** Of an object: its fields by their JSON names. Those that every resource has are among them. */
  readonly fields: ReadonlyMap<string, Shape>;
  /** Of a list. */
  readonly items: Shape | undefined;
  /** Of members that are no fields. True: anything. False: there are none. Undefined: nothing is said of them. */
  readonly values: Shape | boolean | undefined;
  /** What else holds, or may hold, of the value. */
  readonly alternatives: ShapeAlternatives | undefined;
  /** The shape with a name of its own that this one is, or uses and says more about. */
  readonly definition: NamedShape | undefined;
}

/** A shape that others refer to by its name. */
export interface NamedShape extends Shape {
  /** `io.k8s.api.core.v1.ConfigMap`: the name in OpenAPI documents. */
  readonly name: string;
}

export interface ShapeAlternatives {
  readonly allOf: readonly Shape[];
  readonly anyOf: readonly Shape[];
  readonly oneOf: readonly Shape[];
  readonly not: Shape | undefined;
}

/** In the words of OpenAPI and Kubernetes. Absent, or null, where nothing is said. */
export interface ShapeKeywords {
  /** Absent where there are several, or any. */
  readonly type?: string;
  readonly format?: string;
  readonly title?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  /** Also what Go fills in by itself: a struct that is no pointer, and a scalar that is always written. */
  readonly default?: Json;
  readonly example?: Json;
  readonly externalDocs?: { readonly description?: string; readonly url?: string };
  readonly enum?: readonly Json[];

  readonly maximum?: number | bigint;
  readonly exclusiveMaximum?: boolean;
  readonly minimum?: number | bigint;
  readonly exclusiveMinimum?: boolean;
  readonly multipleOf?: number | bigint;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly maxItems?: number;
  readonly minItems?: number;
  readonly uniqueItems?: boolean;
  readonly maxProperties?: number;
  readonly minProperties?: number;
  /** Names of fields. */
  readonly required?: readonly string[];

  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-validations'?: readonly ValidationRule[];

  /** Only built-in types say how strategic merges treat them, which kind they are, and which fields exclude each other. */
  readonly 'x-kubernetes-patch-strategy'?: string;
  readonly 'x-kubernetes-patch-merge-key'?: string;
  readonly 'x-kubernetes-group-version-kind'?: readonly Json[];
  readonly 'x-kubernetes-unions'?: readonly Json[];
}

/** One entry of `x-kubernetes-validations`. */
export interface ValidationRule {
  readonly rule?: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}
