import type { Column } from '#machinery';
import type { Json, KubeObject } from '#meta';
import { column, wideColumn } from '#resource';
import type { Container, PodTemplateSpec } from '../core/v1/types.gen.ts';
import { formatLabelSelector } from '../label-selector-validation.ts';
import type { Workload } from './workload.ts';

const containersOf = (template: PodTemplateSpec | undefined): readonly Container[] => template?.spec?.containers ?? [];

/** The containers of a kind's pods, wherever it keeps their template. */
export function containerColumns<T extends KubeObject>(
  templateOf: (object: T) => PodTemplateSpec | undefined,
): Column<T>[] {
  const joined = (field: 'name' | 'image') => (object: T) =>
    containersOf(templateOf(object))
      .map((container) => container[field] ?? '')
      .join(',');
  return [
    wideColumn('Containers', 'The names of its containers.', joined('name')),
    wideColumn('Images', 'The images of its containers.', joined('image')),
  ];
}

export const workloadContainers = containerColumns(({ spec }: Workload) => spec?.template);

export const selectorColumn = wideColumn('Selector', 'The labels of its pods.', ({ spec }: Workload) =>
  formatLabelSelector(spec?.selector ?? undefined),
);

/** A column of numbers. */
export function countColumn<T extends KubeObject>(
  name: string,
  description: string,
  count: (object: T) => Json,
): Column<T> {
  return { ...column(name, description, count), type: 'integer' };
}
