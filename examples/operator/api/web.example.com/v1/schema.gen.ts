// Made by 'pinnace gen schema'. Change the types, not this.
import { describeTypes, metaV1 } from 'pinnace/api';
import type * as types from './types.ts';

/** The types of web.example.com/v1 by name. */
export type Types = {
  Site: types.Site;
  SiteSpec: types.SiteSpec;
  SiteStatus: types.SiteStatus;
};

/** What schemes, codecs and servers know of them. */
export const v1 = describeTypes<Types>(
  {
    package: 'com.example.web.v1',
    goPackage: 'v1',
    group: 'web.example.com',
    uses: { metaV1 },
  },
  `
Site kind | A site with pages, each of which becomes a ConfigMap.
  1 metadata metaV1.ObjectMeta
  2 spec SiteSpec always required
  3 status SiteStatus?
SiteSpec part | What is wanted.
  1 title string always required minLength=1 | What every page is called.
  2 pages {string} maxProperties=50 | The pages by name.
SiteStatus part | How it stands.
  1 observedGeneration int64? | The generation that this status is about.
  2 pages int32? | How many pages there are.
  3 conditions [metaV1.Condition] list=map(type)
`,
);
