/** Examples of answers: whatever an operation's schema is, what stands there as its answer is one that the contract passes. */
import { expect, test } from 'vitest';
import { checkResponse } from '../../testing/contract.ts';
import { endpoints } from '../index.ts';
import { answerExample, answerFields, answerSchemaOf } from './answers.ts';

const answering = endpoints.filter((one) => answerSchemaOf(one) !== null);

test('the example of every operation is an answer that its contract or its declaration allows', () => {
  expect(answering.length).toBeGreaterThan(150);
  const wrong = answering.flatMap((endpoint) => {
    const path = (endpoint.prefix ?? '') + endpoint.path.replaceAll(/\{\*?\w+\}/g, '1');
    try {
      checkResponse(endpoint.method, path, 200, answerExample(endpoint));
      return [];
    } catch (error) {
      return [String(error)];
    }
  });
  expect(wrong).toEqual([]);
});

test('an example has values that one may meet, and those fields that are always there', () => {
  const of = (method: string, path: string): unknown => {
    const found = endpoints.find((one) => one.method === method && one.path === path);
    return found === undefined ? undefined : answerExample(found);
  };
  expect(of('GET', '/messages')).toMatchObject({
    result: 'success',
    msg: '',
    messages: [{ id: 4711, sender_full_name: 'Amara Okafor', content: '<p>Hello</p>', type: 'stream' }],
  });
  expect(of('GET', '/console/training')).toMatchObject({ faults: [{ fault_id: 7, kind: 'latency' }] });
});

test('a field whose type the contract keeps elsewhere is said with that type, however far away it is', () => {
  const listing = endpoints.find(({ method, path }) => method === 'GET' && path === '/streams');
  const fields = listing === undefined ? [] : answerFields(listing);
  expect(fields.find(({ name }) => name === 'streams[].can_send_message_group')?.type).toBe('integer or object');
  expect(fields.filter(({ type }) => type === 'any')).toEqual([]);
});
