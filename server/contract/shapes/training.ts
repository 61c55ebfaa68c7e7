/** Types for trainings in the console. Times are UNIX seconds where nothing else is said. */
import { z } from 'zod';

const scenarioWireShape = z.strictObject({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  is_ready: z.boolean().describe('Whether a reset to it takes no time; otherwise it is built first.'),
});

export const snapshotWireShape = z.strictObject({
  name: z.string(),
  made_at: z.number().describe('UNIX seconds.'),
  bytes: z.number(),
  scenario: z.string().describe('The scenario that it began with.'),
});
export type SnapshotWire = z.infer<typeof snapshotWireShape>;

const demoWireShape = z.strictObject({
  scenario: z.string(),
  snapshot: z.string().nullable().describe('The snapshot that the data was put back to; null for a scenario.'),
  last_day: z.string().describe('YYYY-MM-DD: the last of the days that scenarios have.'),
  language: z.string().describe('Tag of the language of the data.'),
  languages: z.array(z.string()).describe('Tags of the languages that scenarios can be built in.'),
  scenarios: z.array(scenarioWireShape),
  snapshots: z.array(snapshotWireShape).describe('The newest first.'),
});
export type DemoWire = z.infer<typeof demoWireShape>;

const faultKindWireShape = z.enum(['latency', 'rate_limit', 'server_error', 'drop', 'drop_answer']);
export type FaultKindWire = z.infer<typeof faultKindWireShape>;

export const faultWireShape = z.strictObject({
  fault_id: z.number(),
  kind: faultKindWireShape,
  user_id: z.number().nullable().describe('null = whoever asks.'),
  method: z.string().nullable().describe('null = every method.'),
  path: z.string().nullable().describe('A declared path, "/messages/{message_id}"; null = every one.'),
  probability: z.number().describe('From 0 to 1, of each request that matches.'),
  browsers: z.boolean().describe('Whether chat pages in browsers are affected, too.'),
  left: z.number().nullable().describe('How many more requests are hit; null = no bound.'),
  hits: z.number(),
  ms: z.number().describe('Of `latency`: how long; of `rate_limit`: when to come again. Milliseconds.'),
  ends_at: z.number().describe('UNIX seconds.'),
});
export type FaultWire = z.infer<typeof faultWireShape>;

export const trainingWireShape = z.strictObject({
  demo: demoWireShape.nullable().describe('null: this organization is no demo, and nothing else here works.'),
  faults: z.array(faultWireShape),
});
export type TrainingWire = z.infer<typeof trainingWireShape>;

/** An account of the demo with its key, so that calls can be sent as anybody. */
export const demoAccountWireShape = z.strictObject({
  user_id: z.number(),
  email: z.string(),
  full_name: z.string(),
  role: z.number(),
  is_bot: z.boolean(),
  is_active: z.boolean(),
  api_key: z.string(),
});
export type DemoAccountWire = z.infer<typeof demoAccountWireShape>;

/** A call of an outgoing webhook that the inspector got. */
const caughtWireShape = z.strictObject({
  caught_id: z.number(),
  at_ms: z.number().describe('UNIX milliseconds.'),
  bot_email: z.string(),
  trigger: z.string(),
  payload: z.record(z.string(), z.unknown()).describe('As it came, the token masked.'),
  status: z.number().describe('What the inspector answered.'),
  answer: z.string(),
});
export type CaughtWire = z.infer<typeof caughtWireShape>;

export const webhookInspectorShape = z.strictObject({
  url: z.string().describe('Where bots call it.'),
  status: z.number().describe('What it answers from now on.'),
  answer: z.string(),
  caught: z.array(caughtWireShape).describe('The newest first.'),
  bots: z
    .array(
      z.strictObject({
        user_id: z.number(),
        full_name: z.string(),
      }),
    )
    .describe('Bots that call it.'),
});
export type WebhookInspectorWire = z.infer<typeof webhookInspectorShape>;

/** A field of an answer, as the contract has it. */
export const answerFieldShape = z.strictObject({
  name: z
    .string()
    .describe('With what it is in: "messages[].reactions[].emoji_name"; "*" stands for a key that is data.'),
  type: z.string(),
  always: z.boolean().describe('Whether it is in every answer.'),
  note: z.string().describe('What its values mean, and when it is there.'),
});
export type AnswerField = z.infer<typeof answerFieldShape>;
