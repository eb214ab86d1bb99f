import type { CachedClient } from '#in-process-client';
import { claim } from '../pods/claim.ts';
import { type ControllerRevision, currentStep, newRevision, type Revised } from './revision.ts';

interface RevisionRules {
  readonly matches: (labels: { readonly [key: string]: string }) => boolean;
  readonly label: string;
  readonly hash: (owner: Revised, collisionCount: number) => string;
  readonly collisionCount: number;
}

interface Revisions {
  readonly all: readonly ControllerRevision[];
  readonly current: ControllerRevision;
  readonly collisionCount: number;
}

/** Ensures that there is a revision for the present template. Names that are taken are skipped. */
export async function keepRevisions(client: CachedClient, owner: Revised, rules: RevisionRules): Promise<Revisions> {
  const { matches, label, hash } = rules;
  const all = await claim<ControllerRevision>(client, owner, { kind: 'apps/ControllerRevision', matches });
  const step = currentStep(owner, all);
  if (step.do === 'keep') return { all, current: step.revision, collisionCount: rules.collisionCount };
  if (step.do === 'renumber') {
    await client.edit<ControllerRevision>(step.revision, (live) => {
      live.revision = step.to;
    });
    return { all, current: { ...step.revision, revision: step.to }, collisionCount: rules.collisionCount };
  }
  for (let count = rules.collisionCount; ; count++) {
    const made = newRevision(owner, { revision: step.number, hash: hash(owner, count), label });
    if (await client.create(made)) return { all: [...all, made], current: made, collisionCount: count };
  }
}
