/** Bench operations on any chat server, whatever its protocol: wait for messages, and send some. */
import { Listener, type Target } from './targets.ts';
import { requestText, Wire } from './wire.ts';

export interface Chat {
  pid: number;
  /** Waits for messages as someone, and reports the beginning of each: "bench 17". */
  listen(who: number, onMessage: (content: string) => void): Promise<{ stop(): void }>;
  /** Connects someone who sends. */
  connect(who: number): Promise<ChatSender>;
}

export interface ChatSender {
  /** To everyone, about a topic; settles when the server has taken it. @throws Error when it has not. */
  send(content: string, topic: string): Promise<void>;
  close(): void;
}

/** Hearth, and the floors that answer at the same addresses. */
export function httpChat({ port, pid, authorizations }: Target): Chat {
  const authorizationOf = (who: number): string => authorizations[who % authorizations.length] ?? '';
  return {
    pid,
    listen: async (who, onMessage) => Listener.start(port, authorizationOf(who), onMessage),
    async connect(who) {
      const wire = await Wire.open(port);
      return {
        async send(content, topic) {
          const form = { type: 'stream', to: '"general"', topic, content };
          const { status, body } = await wire.ask(requestText('POST', '/api/v1/messages', authorizationOf(who), form));
          if (status !== 200) throw new Error(`${status} ${body}`);
        },
        close: () => wire.close(),
      };
    },
  };
}
