import type { ApiKind } from '../model.ts';
import type { KindDraft } from './tag-draft.ts';

/** A kind with the defaults for all that its tags do not say. */
export function kindOf(name: string, draft: KindDraft): ApiKind {
  const singular = draft.singular ?? name.toLowerCase();
  return {
    plural: draft.plural ?? pluralOf(name.toLowerCase()),
    singular,
    shortNames: draft.shortNames,
    categories: draft.categories,
    namespaced: draft.namespaced ?? true,
    columns: draft.columns,
    selectableFields: draft.selectableFields,
    hasStatus: draft.hasStatus === true,
    ...(draft.scale === undefined ? {} : { scale: draft.scale }),
    stored: draft.stored === true,
    served: draft.unserved !== true,
    isHub: draft.isHub === true,
    ...(draft.deprecated === undefined ? {} : { deprecated: draft.deprecated }),
    ...(draft.client === undefined
      ? {}
      : { client: { noStatus: draft.client.noStatus === true, skipVerbs: draft.client.skipVerbs ?? [] } }),
    ...(draft.webhook === undefined ? {} : { webhook: draft.webhook }),
    labels: draft.labels,
    annotations: draft.annotations,
    skipsDefinition: draft.skipsDefinition === true,
  };
}

/** `policies`, `boxes`, `cronjobs`. */
function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
