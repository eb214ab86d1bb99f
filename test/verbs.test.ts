import { configMaps, endpointSlices, leases, namespaces, secrets } from './verb-suite/builtins.ts';
import { verbSuite } from './verb-suite.ts';

for (const subject of [configMaps, secrets, leases, namespaces, endpointSlices]) verbSuite(subject);
