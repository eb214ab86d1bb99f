import { describe, expect, it } from 'vitest';
import { imageTag, usualPullPolicy } from './image-name.ts';

const digest = `sha256:${'a'.repeat(64)}`;

describe('the tag of an image', () => {
  it.each([
    ['busybox', 'latest'],
    ['busybox:1.36', '1.36'],
    ['registry.example:5000/team/app', 'latest'],
    ['registry.example:5000/team/app:v2', 'v2'],
    [`app@${digest}`, ''],
    [`app:v1@${digest}`, 'v1'],
    ['Busybox', undefined],
    ['', undefined],
    ['a'.repeat(64), undefined],
  ])('of %s is %s', (image, tag) => {
    expect(imageTag(image)).toBe(tag);
  });

  it('decides whether the image is pulled each time', () => {
    expect(usualPullPolicy('nginx')).toBe('Always');
    expect(usualPullPolicy('nginx:1.25')).toBe('IfNotPresent');
    expect(usualPullPolicy(`nginx@${digest}`)).toBe('IfNotPresent');
    expect(usualPullPolicy(undefined)).toBe('IfNotPresent');
  });
});
