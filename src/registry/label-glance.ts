import type { LabelRequirement, LabelSelector } from '#meta';

/** Characters that stand for themselves in JSON, as all of a valid label's do. */
const plainLabel = /^[A-Za-z0-9._/-]*$/;

/**
 * What the bytes of a stored object tell about a selector: that it matches, that it does not, or nothing. An object
 * without `"app":"web"` anywhere has no such label, and is not parsed; one with it may have it somewhere else. In a
 * long list usually little matches.
 */
export function labelGlance(labels: LabelSelector): (value: Uint8Array) => boolean | undefined {
  if (labels.nothing) return () => false;
  const glances = labels.requirements.map(requirementGlance);
  return (value) => {
    const bytes = Buffer.isBuffer(value) ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    let all: boolean | undefined = true;
    for (const glance of glances) {
      const seen = glance(bytes);
      if (seen === false) return false;
      if (seen === undefined) all = undefined;
    }
    return all;
  };
}

type Glance = (bytes: Buffer) => boolean | undefined;

/** If nothing that it speaks of is in the bytes, the answer is the one for an object without the label. */
function requirementGlance({ key, operator, values }: LabelRequirement): Glance {
  if (![key, ...values].every((text) => plainLabel.test(text))) return () => undefined;
  const isPair =
    operator === '=' || operator === '==' || operator === 'in' || operator === '!=' || operator === 'notin';
  const texts = isPair ? values.map((value) => `"${key}":"${value}"`) : [`"${key}":`];
  const needles = texts.map((text) => Buffer.from(text));
  const otherwise = operator === '!=' || operator === 'notin' || operator === '!';
  return (bytes) => (needles.some((needle) => bytes.includes(needle)) ? undefined : otherwise);
}
