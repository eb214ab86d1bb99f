import type { Screen } from './screen.ts';

const objectScreen = () => import('./object/object-screen.tsx');

/** All screens, in the order of the navigation. */
export const screens: readonly Screen[] = [
  { path: '/overview', title: 'Overview', nav: 'Overview', load: () => import('./overview/overview-screen.tsx') },
  { path: '/objects', title: 'Objects', nav: 'Objects', load: () => import('./resources/resources-screen.tsx') },
  {
    path: '/objects/:group/:version/:resource',
    title: 'Objects',
    under: 'Objects',
    load: () => import('./objects/objects-screen.tsx'),
  },
  { path: '/object/:group/:version/:resource/:namespace/:name', title: 'Object', under: 'Objects', load: objectScreen },
  {
    path: '/object/:group/:version/:resource/:namespace/:name/:tab',
    title: 'Object',
    under: 'Objects',
    load: objectScreen,
  },
  { path: '/live', title: 'Live', nav: 'Live', load: () => import('./live/live-screen.tsx') },
  { path: '/atlas', title: 'API atlas', nav: 'API atlas', load: () => import('./atlas/atlas-screen.tsx') },
  {
    path: '/atlas/:name',
    title: 'Versions',
    under: 'API atlas',
    load: () => import('./atlas/resource-versions-screen.tsx'),
  },
  {
    path: '/requests',
    title: 'Requests',
    nav: 'Requests',
    isOurs: true,
    load: () => import('./requests/requests-screen.tsx'),
  },
  {
    path: '/migration',
    title: 'Migration',
    nav: 'Migration',
    isOurs: true,
    load: () => import('./migration/migration-screen.tsx'),
  },
  { path: '/who-can', title: 'Who can', nav: 'Who can', load: () => import('./who-can/who-can-screen.tsx') },
  {
    path: '/who-can/subject',
    title: 'Who can',
    under: 'Who can',
    load: () => import('./who-can/subject-screen.tsx'),
  },
  {
    path: '/playground',
    title: 'Playground',
    nav: 'Playground',
    isOurs: true,
    load: () => import('./playground/playground-screen.tsx'),
  },
];
