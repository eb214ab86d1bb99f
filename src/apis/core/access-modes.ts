/** Where classes of storage stood before there was a field for them. */
export const BETA_CLASS_ANNOTATION = 'volume.beta.kubernetes.io/storage-class';

const short: readonly (readonly [string, string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

/** `RWO,ROX`: in a fixed order, whatever theirs is. */
export function accessModesText(modes: readonly string[] | undefined): string {
  return short
    .filter(([mode]) => modes?.includes(mode))
    .map(([, text]) => text)
    .join(',');
}
