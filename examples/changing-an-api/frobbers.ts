import { apiResource, describeKind, type FieldError, fieldErrors, path, structConversion } from 'pinnace/api';
import type { Types as Internal } from './internal/types.gen.ts';
import { internal } from './internal/types.ts';
import { allParams, normalizeParams } from './normalize-params.ts';
import { v6 } from './v6/types.ts';
import { v7beta1 } from './v7beta1/types.ts';

type Frobber = Internal['Frobber'];

/** A default belongs into every version, or it means something else in each. */
const defaultWidth = (frobber: { width?: number }): void => {
  frobber.width ??= 1;
};

/** Readers always see the plural, also of what was stored before it was there. */
function shownParams(frobber: Frobber): string[] | undefined {
  const params = allParams(frobber);
  return params.length === 0 ? undefined : [...params];
}

export const frobbers = describeKind({ group: 'frob.example.com', kind: 'Frobber', hub: internal.type('Frobber') })
  .version('v6', {
    type: v6.type('Frobber'),
    default: defaultWidth,
    fromHub: structConversion(internal.type('Frobber'), v6.type('Frobber'), { set: { params: shownParams } }),
  })
  .version('v7beta1', {
    type: v7beta1.type('Frobber'),
    default: defaultWidth,
    toHub: structConversion(v7beta1.type('Frobber'), internal.type('Frobber'), {
      set: { param: ({ params = [] }) => params[0] },
    }),
    fromHub: structConversion(internal.type('Frobber'), v7beta1.type('Frobber'), {
      set: { params: shownParams },
      // Nothing is lost: it is the first of the params.
      reads: ['param'],
    }),
  })
  .storedAs('v6');

function faults(frobber: Frobber): FieldError[] {
  const { param = '' } = frobber;
  const [first = ''] = allParams(frobber);
  if (first === param) return [];
  return [fieldErrors.invalid(path('params').index(0), first, `must be the same as param, which is "${param}"`)];
}

export const frobberResource = apiResource(frobbers, {
  resource: 'frobbers',
  namespaced: true,
  strategy: {
    prepareForCreate: (frobber: Frobber) => normalizeParams(frobber),
    prepareForUpdate: (frobber: Frobber, live: Frobber) => normalizeParams(frobber, live),
    validateCreate: faults,
    validateUpdate: faults,
  },
  selectableFields: { param: ({ param = '' }: Frobber) => param },
});
