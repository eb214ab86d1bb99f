import type { KubeObject } from '#meta';
import { structConversion } from '../scheme/struct-conversion.ts';
import { describeKind } from '../scheme/versioned-kind.ts';
import { frobberHub } from './frobber-hub-types.ts';
import { frobberV6 } from './frobber-v6-types.ts';
import { frobberV7 } from './frobber-v7-types.ts';

const moreParams = 'frob.example.com/params';
const width = 'frob.example.com/width';

const notes = ({ metadata }: KubeObject): { readonly [name: string]: string } => metadata.annotations ?? {};

const gearToHub = structConversion(frobberV6.type('Gear'), frobberHub.type('Gear'), { set: { toothCount: 'teeth' } });
const gearFromHub = structConversion(frobberHub.type('Gear'), frobberV6.type('Gear'), { set: { teeth: 'toothCount' } });

const specToHub = structConversion(frobberV6.type('FrobberSpec'), frobberHub.type('FrobberSpec'), {
  set: {
    params: ({ param = '' }, root) => [param, ...(JSON.parse(notes(root)[moreParams] ?? '[]') as string[])],
    width: (_, root) => (notes(root)[width] === undefined ? undefined : Number(notes(root)[width])),
    gears: gearToHub,
    named: gearToHub,
  },
  reads: ['param'],
  lost: ['color'],
  unset: ['size'],
});
const specFromHub = structConversion(frobberHub.type('FrobberSpec'), frobberV6.type('FrobberSpec'), {
  set: { param: ({ params = [] }) => params[0] ?? '', gears: gearFromHub, named: gearFromHub },
  reads: ['params', 'width'],
  lost: ['size'],
  unset: ['color'],
});

/** Frobbers with a hub of their own, stored in the older version. */
export const frobbers = describeKind({ group: 'frob.example.com', kind: 'Frobber', hub: frobberHub.type('Frobber') })
  .version('v7beta1', { type: frobberV7.type('Frobber') })
  .version('v6', {
    type: frobberV6.type('Frobber'),
    default(frobber) {
      frobber.spec ??= {};
      frobber.spec.height ??= 1;
    },
    toHub: structConversion(frobberV6.type('Frobber'), frobberHub.type('Frobber'), {
      set: { spec: specToHub, metadata: ({ metadata }) => withNotes(metadata, {}) },
    }),
    fromHub: structConversion(frobberHub.type('Frobber'), frobberV6.type('Frobber'), {
      set: {
        spec: specFromHub,
        metadata: ({ metadata, spec = {} }) => {
          const [, ...more] = spec.params ?? [];
          return withNotes(metadata, {
            ...(more.length === 0 ? {} : { [moreParams]: JSON.stringify(more) }),
            ...(spec.width === undefined ? {} : { [width]: String(spec.width) }),
          });
        },
      },
    }),
  })
  .storedAs('v6');

/** The metadata with these of our annotations and no others. */
function withNotes(metadata: KubeObject['metadata'], own: { readonly [name: string]: string }): KubeObject['metadata'] {
  const { annotations = {}, ...rest } = metadata;
  const { [moreParams]: _, [width]: __, ...others } = annotations;
  const all = { ...others, ...own };
  return Object.keys(all).length === 0 ? rest : { ...rest, annotations: all };
}
