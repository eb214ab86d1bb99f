import { compareVersions as byPriority } from '#meta';
import { canonicalText } from '#schema';
import { type ApiDefinition, type ApiVersion, storageOf, versionNamed } from './api-definition.ts';
import { checkConventions } from './checks/convention-check.ts';
import { checkRuleCosts } from './checks/rule-cost-check.ts';
import { compareSchemas } from './compare-schemas.ts';
import type { Report, VersionReport } from './report.ts';

/** Which versions there are, and what became of each. */
export function compareVersionLists(old: ApiDefinition, next: ApiDefinition, report: Report): void {
  for (const version of old.versions) {
    const after = versionNamed(next, version.name);
    if (version.served && after?.served !== true) tellUnserved(version, after, report);
    if (after === undefined && old.storedVersions.includes(version.name)) {
      const message = 'objects are stored in this version';
      report.version(version.name).note({ rule: 'stored-version-removed', message });
    }
  }
  for (const version of next.versions) {
    if (versionNamed(old, version.name) === undefined) tellNew(version, { old, next }, report);
  }
  compareConversion(old, next, report.wholeDefinition());
}

function tellUnserved(version: ApiVersion, after: ApiVersion | undefined, report: Report): void {
  const to = report.version(version.name);
  to.note({
    rule: 'version-removed',
    message: after === undefined ? 'the version is gone' : 'the version is no longer served',
  });
  if (!version.deprecated) {
    to.note({ rule: 'deprecated-too-late', message: 'the definition before did not call the version deprecated' });
  }
}

interface Both {
  readonly old: ApiDefinition;
  readonly next: ApiDefinition;
}

function tellNew(version: ApiVersion, { old, next }: Both, report: Report): void {
  const to = report.version(version.name, version);
  const before = storageOf(old);
  if (version.storage && before !== undefined) {
    to.note({
      rule: 'new-version-stored-at-once',
      message: `objects were stored as ${before.name}, and are stored as this new version`,
    });
  }
  const served = next.versions.filter((one) => one.served).sort((a, b) => byPriority(a.name, b.name));
  if (served[0] === version && old.versions.some((one) => one.served)) {
    to.note({ rule: 'new-version-preferred-at-once', message: 'clients are offered this new version first' });
  }
  if (version.schema.description === '')
    to.note({ rule: 'description-missing', message: 'the version has no description' });
  if (version.schema.properties.has('status') && !version.hasStatus && version.structural !== undefined) {
    to.note({ rule: 'status-without-subresource', message: 'status is written together with spec' });
  }
  if (version.structural !== undefined) checkRuleCosts(undefined, version.structural, to);
  if (storageOf(old) !== undefined) tellNewFields(version, old, to);
}

/** Of a new version only what no other version had is new. */
function tellNewFields({ schema }: ApiVersion, old: ApiDefinition, report: VersionReport): void {
  for (const part of ['spec', 'status']) {
    const known = old.versions.flatMap((version) => [
      ...(version.schema.properties.get(part)?.properties.keys() ?? []),
    ]);
    for (const [name, property] of schema.properties.get(part)?.properties ?? []) {
      if (!known.includes(name)) checkConventions(property, [part, name], report);
    }
  }
}

function compareConversion(old: ApiDefinition, next: ApiDefinition, report: VersionReport): void {
  if (old.conversion === next.conversion || old.versions.length < 2 || next.versions.length < 2) return;
  const shapes = new Set(old.versions.map(({ schema }) => canonicalText(schema.source as never)));
  const message = `the strategy was ${old.conversion} and is ${next.conversion}`;
  // Where all versions look alike, or a webhook comes that must only keep them as they are, nothing need be lost.
  const isHarmless = shapes.size === 1;
  report.note({
    rule: 'conversion-changed',
    message,
    doubt: isHarmless ? 'unlikely' : next.conversion === 'Webhook' ? 'undecided' : undefined,
  });
}

/** A version that was there before and is there now. */
export function compareVersion(old: ApiVersion, next: ApiVersion, report: Report): void {
  const to = report.version(next.name, { hasStatus: old.hasStatus && next.hasStatus });
  compareSchemas(old.schema, next.schema, to);
  if (old.structural !== undefined && next.structural !== undefined)
    checkRuleCosts(old.structural, next.structural, to);
  compareExtras(old, next, to);
}

function compareExtras(old: ApiVersion, next: ApiVersion, report: VersionReport): void {
  for (const path of old.selectableFields) {
    if (!next.selectableFields.includes(path))
      report.note({ rule: 'selectable-field-removed', message: `${path} cannot be selected by any more` });
  }
  for (const column of old.columns) {
    const after = next.columns.find(({ name }) => name === column.name);
    if (after === undefined) report.note({ rule: 'column-changed', message: `the column ${column.name} is gone` });
    else if (after.jsonPath !== column.jsonPath) {
      report.note({
        rule: 'column-changed',
        message: `the column ${column.name} showed ${column.jsonPath} and shows ${after.jsonPath}`,
      });
    }
  }
  compareSubresources(old, next, report);
}

function compareSubresources(old: ApiVersion, next: ApiVersion, report: VersionReport): void {
  const note = (message: string): void => report.note({ rule: 'subresource-changed', message });
  if (old.hasStatus && !next.hasStatus) note('the status subresource is gone');
  if (!old.hasStatus && next.hasStatus && old.schema.properties.has('status'))
    note('status is a subresource now: ordinary writes no longer change it');
  const hadStatus = old.schema.properties.has('status');
  if (!hadStatus && next.schema.properties.has('status') && !next.hasStatus && next.structural !== undefined) {
    report.note({
      rule: 'status-without-subresource',
      path: ['status'],
      message: 'status is written together with spec',
    });
  }
  if (old.scale === undefined) return;
  if (next.scale === undefined) {
    note('the scale subresource is gone');
    return;
  }
  for (const path of ['specReplicasPath', 'statusReplicasPath', 'labelSelectorPath'] as const) {
    if (old.scale[path] !== '' && old.scale[path] !== next.scale[path]) {
      note(`${path} was ${old.scale[path]} and is ${next.scale[path] || 'not set'}`);
    }
  }
}
