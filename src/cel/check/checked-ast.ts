import type { Ast } from '../syntax/ast.ts';
import type { CelType } from '../values/type.ts';
import type { Value } from '../values/value.ts';
import type { CheckEnvironment } from './scope.ts';

/** What a name or a call stands for. */
export type Reference =
  | { readonly kind: 'ident'; readonly name: string; readonly value?: Value }
  | {
      readonly kind: 'call';
      readonly function: string;
      readonly overloads: readonly string[];
      /** The target is part of the function's name: `math.max(1, 2)`. */
      readonly namespaced: boolean;
    };

export interface CheckedAst extends Ast {
  readonly environment: CheckEnvironment;
  /** By the ids of expressions. */
  readonly types: readonly (CelType | undefined)[];
  readonly references: readonly (Reference | undefined)[];
}
