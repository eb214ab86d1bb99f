import type { RequestContext, Strategy } from '#machinery';
import {
  type FieldError,
  type KubeObject,
  path,
  validateBuiltInFinalizers,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '#meta';

/**
 * Kinds repeat the general rules of metadata in their own validation, and clients see each fault as often: `change`
 * looks at how the metadata changed, `whole` at what it is. `own` is where the kind's rules stand that look at none.
 */
export type MetadataStep = 'change' | 'whole' | 'own';

interface MetadataKind {
  readonly namespaced: boolean;
  /** Takes finalizers of any name; most kinds want them qualified. */
  readonly anyFinalizers?: boolean;
}

type Validate = (object: KubeObject, live: KubeObject, context: RequestContext) => readonly FieldError[];

interface UpdateRules {
  readonly validateName: Strategy['validateName'];
  /** In their order. */
  readonly repeats: readonly MetadataStep[];
  /** What the kind has to say of the change: told behind the change of metadata. */
  readonly validateChange?: Validate | undefined;
  /** What it has to say of the rest: told behind the metadata as a whole. */
  readonly validateUpdate: Validate;
}

/** The validation of an update: the rules of the kind and those of metadata, in the order of `repeats`. */
export function withMetadataRules(kind: MetadataKind, rules: UpdateRules): Validate {
  const { repeats, validateName, validateChange = () => [], validateUpdate } = rules;
  const steps: { readonly [step in MetadataStep]: Validate } = {
    change: (object, live, context) => [
      ...validateObjectMetaUpdate(object.metadata, live.metadata, path('metadata')),
      ...validateFinalizer(kind, object),
      ...validateChange(object, live, context),
    ],
    whole: (object, live, context) => [
      ...validateObjectMeta(object.metadata, { namespaced: kind.namespaced, validateName, path: path('metadata') }),
      ...validateFinalizer(kind, object),
      ...validateUpdate(object, live, context),
    ],
    own: validateUpdate,
  };
  const order = [
    ...repeats.map((step) => steps[step]),
    ...(repeats.includes('whole') || repeats.includes('own') ? [] : [validateUpdate]),
    ...(repeats.includes('change') ? [] : [validateChange]),
  ];
  return (object, live, context) => order.flatMap((step) => step(object, live, context));
}

/** The same for a new object. */
export function withNewMetadataRules(
  kind: MetadataKind,
  { validateName, validateCreate }: Pick<Strategy, 'validateName' | 'validateCreate'>,
): Strategy['validateCreate'] {
  return (object, context) => [
    ...validateObjectMeta(object.metadata, { namespaced: kind.namespaced, validateName, path: path('metadata') }),
    ...validateFinalizer(kind, object),
    ...validateCreate(object, context),
  ];
}

function validateFinalizer({ anyFinalizers }: MetadataKind, { metadata }: KubeObject): readonly FieldError[] {
  if (anyFinalizers) return [];
  return validateBuiltInFinalizers(metadata.finalizers ?? [], path('metadata', 'finalizers'));
}
