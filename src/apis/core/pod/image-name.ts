const DOMAIN_PART = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const DOMAIN = `(?:${DOMAIN_PART}(?:\\.${DOMAIN_PART})*|\\[[0-9a-fA-F:]+\\])(?::[0-9]+)?`;
const PATH_PART = '[a-z0-9]+(?:(?:\\.|__?|-+)[a-z0-9]+)*';
const reference = new RegExp(
  `^(?<name>(?:${DOMAIN}/)?${PATH_PART}(?:/${PATH_PART})*)(?::(?<tag>\\w[\\w.-]{0,127}))?` +
    '(?:@(?<digest>[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}))?$',
);
const identifier = /^[a-f0-9]{64}$/;
const LONGEST_NAME = 255;

/**
 * The tag of an image, `latest` when it names none and no digest. Undefined when the text names no image.
 * k8s: distribution/reference ParseNormalizedNamed
 */
export function imageTag(image: string): string | undefined {
  if (identifier.test(image)) return undefined;
  const groups = reference.exec(image)?.groups;
  if (groups === undefined || (groups.name ?? '').length > LONGEST_NAME) return undefined;
  return groups.tag ?? (groups.digest === undefined ? 'latest' : '');
}

/** Images that may change under their tag are pulled each time. */
export const usualPullPolicy = (image: string | undefined): string =>
  imageTag(image ?? '') === 'latest' ? 'Always' : 'IfNotPresent';
