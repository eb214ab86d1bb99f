import { type Expr, operators } from '../syntax/ast.ts';
import { type Macro, MacroError } from '../syntax/macro.ts';
import { type Loop, type MacroExpander, refuseAccumulator, simpleName } from '../syntax/macro-expander.ts';
import { allLoop, collectLoop, existsLoop, existsOneLoop } from '../syntax/standard-macros.ts';
import { insertEntry, type MapLike, mapFind, mapKeys } from '../values/maps.ts';
import { mapType, typeParameter } from '../values/type.ts';
import { CelError, type Value } from '../values/value.ts';
import { declare, type Library, overload } from './library.ts';

const INSERT = 'cel.@mapInsert';

type LoopEnd = Omit<Loop, 'range' | 'iterVar' | 'iterVar2'>;

/** `target.name(i, v, …)`: over the indexes and elements of a list, or the keys and values of a map. */
function loopMacro(
  name: string,
  argCount: number,
  end: (to: MacroExpander, args: readonly Expr[], key: string) => LoopEnd,
): Macro {
  return {
    name,
    style: 'receiver',
    argCount,
    expand(to, { target, args: [first, second, ...rest] }) {
      const [iterVar, iterVar2] = variables(first as Expr, second as Expr);
      return to.loop({ range: target as Expr, iterVar, iterVar2, ...end(to, rest, iterVar) });
    },
  };
}

function variables(first: Expr, second: Expr): readonly [string, string] {
  const message = 'argument must be a simple name';
  const names = [simpleName(first, message).name, simpleName(second, message).name] as const;
  if (names[0] === names[1]) throw new MacroError(second, `duplicate variable name: ${names[0]}`);
  refuseAccumulator(first, names[0]);
  refuseAccumulator(second, names[1]);
  return names;
}

/** A map of what `insert` puts into it for those that a filter, if there is one, lets pass. */
function mapLoop(to: MacroExpander, args: readonly Expr[], insert: (transform: Expr) => Expr): LoopEnd {
  const filter = args.length === 2 ? (args[0] as Expr) : undefined;
  let step = insert(args.at(-1) as Expr);
  if (filter !== undefined) step = to.call(operators.conditional, filter, step, to.accumulator());
  const [accuInit, condition] = [to.emptyMap(), to.literal(true)];
  return { accuVar: '@result', accuInit, condition, step, result: to.accumulator() };
}

const transformList = (argCount: number): Macro =>
  loopMacro('transformList', argCount, (to, args) =>
    collectLoop(to, args.at(-1) as Expr, args.length === 2 ? args[0] : undefined),
  );
const transformMap = (argCount: number): Macro =>
  loopMacro('transformMap', argCount, (to, args, key) =>
    mapLoop(to, args, (transform) => to.call(INSERT, to.accumulator(), to.ident(key), transform)),
  );
const transformMapEntry = (argCount: number): Macro =>
  loopMacro('transformMapEntry', argCount, (to, args) =>
    mapLoop(to, args, (transform) => to.call(INSERT, to.accumulator(), transform)),
  );

function insertAll(target: MapLike, added: MapLike): Value {
  let map: Value = target;
  for (const key of mapKeys(added)) {
    map = insertEntry(map as MapLike, key, mapFind(added, key) as Value);
    if (map instanceof CelError) return map;
  }
  return map;
}

const k = typeParameter('K');
const v = typeParameter('V');
const mapKV = mapType(k, v);

export const twoVariableLibrary: Library = {
  macros: [
    loopMacro('all', 3, (to, [predicate]) => allLoop(to, predicate as Expr)),
    loopMacro('exists', 3, (to, [predicate]) => existsLoop(to, predicate as Expr)),
    loopMacro('existsOne', 3, (to, [predicate]) => existsOneLoop(to, predicate as Expr)),
    loopMacro('exists_one', 3, (to, [predicate]) => existsOneLoop(to, predicate as Expr)),
    transformList(3),
    transformList(4),
    transformMap(3),
    transformMap(4),
    transformMapEntry(3),
    transformMapEntry(4),
  ],
  functions: [
    declare(
      INSERT,
      overload('@mapInsert_map_key_value', [[mapKV, k, v], mapKV], insertEntry),
      overload('@mapInsert_map_map', [[mapKV, mapKV], mapKV], insertAll),
    ),
  ],
};
