import type { TripLoss } from '#compat';
import { type CustomResourceDefinition, type Finding, isConditionTrue } from '#crd';
import type { Log } from '#meta';
import type { WebhookHealth } from '#webhook';
import { listed, lossText } from './loss-text.ts';

interface ConversionGateParts {
  /** Whether the conversions of a definition are looked at. */
  isWatched(definition: CustomResourceDefinition): boolean;
  /** What made objects and stored ones lose; rejects where nothing can be converted for now. */
  losses(definition: CustomResourceDefinition): Promise<readonly TripLoss[]>;
  /** Something else is to be said of a definition. */
  changed(name: string): void;
  readonly log: Log;
}

interface Trial {
  /** Of which state of the definition. */
  readonly key: string;
  finding?: Finding;
}

const TYPE = 'ConversionRoundTrips';

/** Tries conversions when a definition changes, in the background, and knows what came of it. */
export class ConversionGate {
  readonly #parts: ConversionGateParts;
  readonly #trials = new Map<string, Trial>();

  constructor(parts: ConversionGateParts) {
    this.#parts = parts;
  }

  /** What is to be said of a definition; undefined where nothing is known, or nobody asked. */
  finding(definition: CustomResourceDefinition, health: WebhookHealth | undefined): Finding | undefined {
    const { name = '', uid, generation, deletionTimestamp } = definition.metadata;
    const isOver = deletionTimestamp !== undefined || !this.#parts.isWatched(definition);
    if (isOver) this.#trials.delete(name);
    if (isOver || !isConditionTrue(definition, 'Established')) return undefined;
    const key = `${uid}/${generation}`;
    const known = this.#trials.get(name);
    const isAnswering = known?.finding?.status === 'Unknown' && health?.healthy === true;
    if (known?.key !== key || isAnswering) this.#begin(definition, key);
    return known?.finding;
  }

  #begin(definition: CustomResourceDefinition, key: string): void {
    const name = definition.metadata.name as string;
    const trial: Trial = { key };
    this.#trials.set(name, trial);
    const tell = (finding: Finding): void => {
      trial.finding = finding;
      if (this.#trials.get(name) === trial) this.#parts.changed(name);
    };
    this.#parts
      .losses(definition)
      .then((losses) => tell(findingOf(losses)))
      .catch((error: Error) => {
        this.#parts.log.debug('conversions could not be tried', { definition: name, error });
        tell({ type: TYPE, status: 'Unknown', reason: 'NotTried', message: error.message });
      });
  }
}

function findingOf(losses: readonly TripLoss[]): Finding {
  if (losses.length > 0)
    return { type: TYPE, status: 'False', reason: 'SomethingLost', message: listed(losses.map(lossText)) };
  const message = 'made objects and stored ones came back from every version as they were';
  return { type: TYPE, status: 'True', reason: 'NothingLost', message };
}

/** How many stored objects are tried. */
export const SAMPLE_SIZE = 100;
