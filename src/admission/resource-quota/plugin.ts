import { whenReady } from '#meta';
import type { MetadataPlugin } from '../plugin.ts';
import { evaluatorFor } from './evaluator-table.ts';
import { type QuotaBook, QuotaGate } from './gate.ts';
import type { QuotaCharges } from './ledger.ts';

export interface ResourceQuotaParts {
  readonly book: QuotaBook;
  readonly ledger: QuotaCharges;
  /** In milliseconds. */
  readonly now: () => number;
}

/** Nothing is written that would use more of a namespace's resources than its quotas allow. */
export function resourceQuota({ book, ledger, now }: ResourceQuotaParts): MetadataPlugin {
  const gate = new QuotaGate(book, ledger);
  return {
    name: 'ResourceQuota',
    looksAt: 'metadata',
    check(asked) {
      if (asked.namespace === '' || (asked.operation !== 'CREATE' && asked.operation !== 'UPDATE')) return undefined;
      const evaluator = evaluatorFor(asked.resource);
      if (evaluator === undefined || (asked.operation === 'UPDATE' && !evaluator.changes)) return undefined;
      return whenReady(asked.load(), (request) => {
        const { object } = request;
        if (object === null || !evaluator.handles(request)) return undefined;
        // Most namespaces have no quota, and then nothing has to wait.
        return whenReady(book.list(request.namespace), (quotas) =>
          quotas.length === 0 ? undefined : gate.pass({ request, object, evaluator, now: now() }),
        );
      });
    },
  };
}
