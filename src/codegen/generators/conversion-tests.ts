import { apiVersionOf } from '#meta';
import { type ApiGroup, groupHub, kindNames, structIn } from '../model.ts';
import { Imports, moduleHead, quoted } from '../print/typescript.ts';
import { libraryOf } from './conversion.ts';
import type { Generated, GeneratorOptions } from './generator.ts';

/** A test for each kind and version: what goes to the hub and comes back is what it was. */
export function conversionTests(group: ApiGroup, options: GeneratorOptions): Generated {
  const hub = groupHub(group);
  const imports = new Imports(group.folder, options);
  imports.value(options.testRunner, 'test');
  imports.value('node:assert/strict', 'deepEqual');
  for (const name of ['randomObjects', 'Scheme']) imports.value('pinnace/api', name);
  imports.value(imports.file(`${group.folder}/register.gen.ts`), 'addToScheme');
  const tests = kindNames(group).flatMap((kind) =>
    group.versions
      .filter(
        (version) =>
          version !== hub && structIn(version, kind)?.kind !== undefined && structIn(hub, kind) !== undefined,
      )
      .map((version) => {
        const apiVersion = quoted(apiVersionOf({ group: group.name, version: version.name }));
        return `
test('a ${kind} of ${version.name} comes back from the hub as it was', () => {
  for (const object of randomObjects(${libraryOf(imports, version, kind)}, { apiVersion: ${apiVersion}, count: 100, seed: 1 })) {
    deepEqual(scheme.convertToVersion(scheme.toHub(object), ${apiVersion}), object);
  }
});
`;
      }),
  );
  const head = moduleHead('conversion --tests', options);
  const text = `${head}${imports}\nconst scheme = new Scheme();\naddToScheme(scheme);\n${tests.join('')}`;
  return { files: [{ path: `${group.folder}/conversion.gen.test.ts`, text }], notes: [] };
}
