import { describe, expect, it } from 'vitest';
import type { ObservedWebhook } from '#admission';
import { WebhookBoard } from './webhook-board.ts';

const call = (more: Partial<ObservedWebhook> = {}): ObservedWebhook => ({
  kind: 'validating',
  configuration: 'c',
  webhook: 'a.b.c',
  address: 'https://a/b',
  operation: 'CREATE',
  outcome: 'allowed',
  rejected: false,
  code: 200,
  message: '',
  milliseconds: 10,
  ...more,
});
const failure = call({ outcome: 'failed', rejected: true, message: 'gone' });

function boardAt(start: number) {
  const told: string[] = [];
  const clock = { now: start };
  const board = new WebhookBoard(
    () => clock.now,
    ({ healthy, message }) => told.push(healthy ? 'well' : message),
  );
  return { board, told, clock };
}

describe('The board of webhooks', () => {
  it('tells which fails, since when, why, and how slow it is', () => {
    const { board, clock } = boardAt(0);
    board.observed(call());
    clock.now = 60_000;
    board.observed({ ...failure, milliseconds: 60 });
    clock.now = 90_000;
    board.observed({ ...failure, message: 'gone for good', milliseconds: 60 });
    expect(board.list(() => true)).toEqual({
      webhooks: [
        {
          kind: 'validating',
          configuration: 'c',
          webhook: 'a.b.c',
          address: 'https://a/b',
          healthy: false,
          since: '1970-01-01T00:01:00Z',
          message: 'gone for good',
          calls: 3,
          failures: 2,
          lastMilliseconds: 60,
          averageMilliseconds: 28,
        },
      ],
    });
    expect(board.list(() => false)).toEqual({ webhooks: [] });
  });

  it('tells of the first failure and of the first answer after it', () => {
    const { board, told, clock } = boardAt(0);
    for (const each of [call(), failure, failure]) board.observed(each);
    clock.now = 120_000;
    for (const each of [call({ outcome: 'denied' }), call()]) board.observed(each);
    expect(told).toEqual(['gone', 'well']);
  });

  it('keeps quiet for a minute about one that fails now and then', () => {
    const { board, told, clock } = boardAt(0);
    for (let at = 0; at < 50; at++) {
      clock.now += 500;
      board.observed(at % 2 === 0 ? failure : call());
    }
    expect(told).toEqual(['gone']);
  });
});
