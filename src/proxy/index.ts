// Door of the room 'proxy': handing requests and connections on to other servers.
export { connector } from './connector.ts';
export { openRequest } from './exchange.ts';
export { forward } from './forward.ts';
export { BackendError, escapedPath, type ProxyTarget } from './target.ts';
export { forwardUpgrade } from './upgrade.ts';
