/** Messages of the ntfy protocol, the three forms in which HTTP subscriptions write them, and its errors. */

/** An action button of a notification that sends a request. */
export interface NtfyAction {
  id: string;
  action: 'http';
  label: string;
  url: string;
  method: 'POST';
  /** Whether the notification goes once the request succeeded. */
  clear: boolean;
}

/** What a subscriber reads. Times are UNIX seconds. */
export interface NtfyEvent {
  id: string;
  time: number;
  expires?: number;
  event: 'open' | 'keepalive' | 'message' | 'message_clear';
  topic: string;
  /** The same for all versions of one notification; clients before ntfy 2.16 ignore it. */
  sequence_id?: string;
  title?: string;
  message?: string;
  /** 1 to 5; 3 is the default. */
  priority?: number;
  tags?: string[];
  click?: string;
  actions?: NtfyAction[];
}

interface StreamForm {
  contentType: string;
  encode(event: NtfyEvent): string;
}

/** By the last part of the path. */
export const streamForms: Readonly<Record<'json' | 'sse' | 'raw', StreamForm>> = {
  json: { contentType: 'application/x-ndjson', encode: (event) => `${JSON.stringify(event)}\n` },
  sse: {
    contentType: 'text/event-stream',
    // EventSource hands events with a name to listeners of that name, and messages to onmessage.
    encode: (event) =>
      `${event.event === 'message' ? '' : `event: ${event.event}\n`}data: ${JSON.stringify(event)}\n\n`,
  },
  raw: {
    contentType: 'text/plain',
    encode: (event) => (event.event === 'message' ? `${(event.message ?? '').replaceAll('\n', ' ')}\n` : '\n'),
  },
};

/** A refusal in the form of the ntfy protocol. */
export class NtfyError extends Error {
  override readonly name = 'NtfyError';
  readonly status: number;
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
    this.status = Math.floor(code / 100);
  }

  get json(): string {
    return JSON.stringify({ code: this.code, http: this.status, error: this.message });
  }
}

export const notFound = (): NtfyError => new NtfyError(40_401, 'page not found');
export const invalidSince = (): NtfyError => new NtfyError(40_008, 'invalid since parameter');
export const invalidPriority = (): NtfyError => new NtfyError(40_007, 'invalid priority parameter');
export const notWebSocket = (): NtfyError =>
  new NtfyError(40_016, 'invalid request: client not using the websocket protocol');
export const publishingRefused = (): NtfyError =>
  new NtfyError(40_301, 'forbidden: only Hearth publishes to its topics');
export const tooManySubscriptions = (): NtfyError =>
  new NtfyError(42_903, 'limit reached: too many active subscriptions');
