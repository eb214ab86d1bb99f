import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SmallHouse } from './testing/small-house.ts';

let house: SmallHouse;
beforeEach(async () => {
  house = await SmallHouse.open();
});
afterEach(() => house[Symbol.asyncDispose]());

const root = '/apis/small.example.com/v1';
const gadgets = `${root}/namespaces/default/gadgets`;
const crates = `${root}/crates`;
const gadget = (name: string, change: object = {}) => ({
  apiVersion: 'small.example.com/v1',
  kind: 'Gadget',
  metadata: { name },
  spec: { size: 1 },
  ...change,
});

describe('the way of an object', () => {
  it('leads from creating it through every verb to deleting it', async () => {
    const made = await house.ask('POST', gadgets, { body: gadget('a') });
    expect(made.status).toBe(201);
    expect((await house.ask('GET', `${gadgets}/a`)).body).toEqual(made.body);
    const replaced = await house.ask('PUT', `${gadgets}/a`, { body: { ...made.body, spec: { size: 2 } } });
    expect(replaced.body).toMatchObject({ metadata: { generation: 2 }, spec: { size: 2 } });
    const merge = { 'content-type': 'application/merge-patch+json' };
    const patched = await house.ask('PATCH', `${gadgets}/a`, { body: { spec: { color: 'red' } }, headers: merge });
    expect(patched.body.spec).toEqual({ size: 2, color: 'red' });
    expect((await house.ask('GET', gadgets)).body.items).toHaveLength(1);
    expect((await house.ask('DELETE', `${gadgets}/a`)).body).toMatchObject({ kind: 'Status', status: 'Success' });
    expect((await house.ask('GET', `${gadgets}/a`)).status).toBe(404);
  });

  it('is the same in no namespace', async () => {
    const body = { apiVersion: 'small.example.com/v1', kind: 'Crate', metadata: { name: 'a' }, content: 'x' };
    expect((await house.ask('POST', crates, { body })).status).toBe(201);
    expect((await house.ask('DELETE', crates)).body.items).toHaveLength(1);
    expect((await house.ask('GET', crates)).body.items).toEqual([]);
  });

  it('ends in a conflict where somebody else changed it', async () => {
    const { body: seen } = await house.ask('POST', gadgets, { body: gadget('a') });
    await house.ask('PUT', `${gadgets}/a`, { body: gadget('a', { spec: { size: 2 } }) });
    const late = await house.ask('PUT', `${gadgets}/a`, { body: { ...seen, spec: { size: 3 } } });
    expect(late).toMatchObject({ status: 409, body: { reason: 'Conflict' } });
  });

  it('is not ended by a deletion that means another object', async () => {
    await house.ask('POST', gadgets, { body: gadget('a') });
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', preconditions: { uid: 'another' } };
    expect(await house.ask('DELETE', `${gadgets}/a`, { body })).toMatchObject({ status: 409 });
    expect((await house.ask('GET', `${gadgets}/a`)).status).toBe(200);
  });
});

describe('methods', () => {
  it.each([
    ['POST', `${root}/gadgets`],
    ['DELETE', `${root}/gadgets`],
  ])('%s %s is not allowed: across namespaces one can only read', async (method, path) => {
    const { status, body } = await house.ask(method, path, method === 'POST' ? { body: gadget('a') } : {});
    expect({ status, reason: body.reason }).toEqual({ status: 405, reason: 'MethodNotAllowed' });
  });

  it.each([
    ['GET', `${root}/gadgets`, 200],
    ['POST', `${gadgets}/a`, 405],
    ['PUT', gadgets, 405],
    ['PATCH', gadgets, 405],
    ['GET', `${root}/namespaces/default/crates`, 404],
    ['GET', `${root}/nothing`, 404],
    ['GET', `${gadgets}/a/status`, 404],
  ])('%s %s is answered %i', async (method, path, status) => {
    const sends = method !== 'GET';
    expect((await house.ask(method, path, sends ? { body: gadget('a') } : {})).status).toBe(status);
  });
});

describe('who asks', () => {
  it('has to say who they are', async () => {
    expect(await house.ask('GET', gadgets, { user: '' })).toMatchObject({
      status: 401,
      body: { reason: 'Unauthorized' },
    });
  });

  it('has to be allowed, and learns nothing of what is there otherwise', async () => {
    house.forbids = ({ verb }) => verb === 'get';
    for (const name of ['a', 'b']) {
      const { status, body } = await house.ask('GET', `${gadgets}/${name}`);
      expect({ status, reason: body.reason }).toEqual({ status: 403, reason: 'Forbidden' });
    }
  });
});

describe('bodies', () => {
  it.each([
    ['{', 400],
    ['[]', 400],
    ['{"apiVersion":"v1","kind":"Gadget"}', 400],
    ['{"apiVersion":"small.example.com/v1","kind":"Crate","metadata":{"name":"a"}}', 400],
    ['{"apiVersion":"small.example.com/v1","kind":"Gadget","metadata":{"name":"a"},"spec":{"size":"large"}}', 400],
    ['{"apiVersion":"small.example.com/v1","kind":"Gadget","metadata":{"name":"A b"}}', 422],
  ])('%s is answered %i and changes nothing', async (body, status) => {
    expect((await house.ask('POST', gadgets, { body })).status).toBe(status);
    expect((await house.ask('GET', gadgets)).body.items).toEqual([]);
  });

  it('of another kind are refused for that, and not warned about', async () => {
    const body = { ...gadget('a'), kind: 'Crate', nothing: 1 };
    const { status, headers } = await house.ask('POST', gadgets, { body });
    expect({ status, warning: headers.warning }).toEqual({ status: 400, warning: undefined });
  });

  it('of an unknown type are refused', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await house.ask('POST', gadgets, { body: 'x', headers })).status).toBe(415);
  });

  it('with unknown fields are refused, warned about or taken, as the client wishes', async () => {
    const ask = (wish: string) =>
      house.ask('POST', `${gadgets}?fieldValidation=${wish}&dryRun=All`, { body: gadget('a', { nothing: 1 }) });
    expect((await ask('Strict')).status).toBe(400);
    expect((await ask('Warn')).headers.warning).toEqual(['299 - "unknown field \\"nothing\\""']);
    expect((await ask('Ignore')).headers.warning).toBeUndefined();
  });
});
