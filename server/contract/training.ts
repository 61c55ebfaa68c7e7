/** The shapes of the console's calls for trainings, which server and console are both compiled against. */

export interface ScenarioWire {
  name: string;
  title: string;
  description: string;
  /** Whether a reset to it takes no time; otherwise it is built first. */
  is_ready: boolean;
}

export interface SnapshotWire {
  name: string;
  /** UNIX seconds. */
  made_at: number;
  bytes: number;
  /** The scenario that it began with. */
  scenario: string;
}

export interface DemoWire {
  scenario: string;
  /** The snapshot that the data was put back to; null for a scenario. */
  snapshot: string | null;
  /** YYYY-MM-DD: the last of the days that scenarios have. */
  last_day: string;
  scenarios: ScenarioWire[];
  /** The newest first. */
  snapshots: SnapshotWire[];
}

export type FaultKindWire = 'latency' | 'rate_limit' | 'server_error' | 'drop' | 'drop_answer';

export interface FaultWire {
  fault_id: number;
  kind: FaultKindWire;
  /** null = whoever asks. */
  user_id: number | null;
  /** null = every method. */
  method: string | null;
  /** A declared path, "/messages/{message_id}"; null = every one. */
  path: string | null;
  /** From 0 to 1, of each request that matches. */
  probability: number;
  /** How many more requests are hit; null = no bound. */
  left: number | null;
  hits: number;
  /** Of `latency`: how long; of `rate_limit`: when to come again. Milliseconds. */
  ms: number;
  /** UNIX seconds. */
  ends_at: number;
}

export interface TrainingWire {
  /** null: this organization is no demo, and nothing else here works. */
  demo: DemoWire | null;
  faults: FaultWire[];
}

/** An account of the demo with its key, so that calls can be sent as anybody. */
export interface DemoAccountWire {
  user_id: number;
  email: string;
  full_name: string;
  role: number;
  is_bot: boolean;
  is_active: boolean;
  api_key: string;
}

/** A call of an outgoing webhook that the catcher got. */
export interface CaughtWire {
  caught_id: number;
  /** UNIX milliseconds. */
  at_ms: number;
  bot_email: string;
  trigger: string;
  /** As it came, the token masked. */
  payload: Record<string, unknown>;
  /** What the catcher answered. */
  status: number;
  answer: string;
}

export interface CatcherWire {
  /** Where bots call it. */
  url: string;
  /** What it answers from now on. */
  status: number;
  answer: string;
  /** The newest first. */
  caught: CaughtWire[];
  /** Bots that call it. */
  bots: { user_id: number; full_name: string }[];
}

/** A field of an answer, as the contract has it. */
export interface AnswerField {
  /** With what it is in: "messages[].reactions[].emoji_name"; "*" stands for a key that is data. */
  name: string;
  type: string;
  /** Whether it is in every answer. */
  always: boolean;
  /** What its values mean, and when it is there. */
  note: string;
}
