import type { ApiDefinition } from './api-definition.ts';
import type { VersionReport } from './report.ts';

/** Names that make paths and manifests. */
const identities = ['group', 'kind', 'plural', 'listKind', 'scope'] as const;

/** Scope and names. */
export function compareNames(old: ApiDefinition, next: ApiDefinition, report: VersionReport): void {
  for (const name of identities) {
    const [before, after] = [old[name], next[name]];
    // A document may not say.
    if (before === after || before === '' || after === '') continue;
    report.note({ rule: 'identity-changed', message: `${name} was ${before} and is ${after}` });
  }
  if (old.singular !== next.singular) {
    report.note({
      rule: 'short-name-removed',
      message: `the singular name was ${old.singular} and is ${next.singular}`,
    });
  }
  for (const name of old.shortNames) {
    if (!next.shortNames.includes(name))
      report.note({ rule: 'short-name-removed', message: `the short name ${name} is gone` });
  }
  for (const name of old.categories) {
    if (!next.categories.includes(name))
      report.note({ rule: 'short-name-removed', message: `the category ${name} is gone` });
  }
}
