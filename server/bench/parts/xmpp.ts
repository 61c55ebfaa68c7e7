/** A client of the XMPP servers that Hearth is measured beside, which knows as much of the protocol as one room needs. */
import { connect, type Socket } from 'node:net';
import type { Chat, ChatSender } from './chat.ts';

const domain = 'localhost';
const room = `office@rooms.${domain}`;
const greeting = `<stream:stream to='${domain}' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>`;
const steps: [say: string, until: string][] = [
  [greeting, '</stream:features>'],
  ["<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='ANONYMOUS'/>", '<success'],
  [greeting, '</stream:features>'],
  ["<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'/></iq>", '</iq>'],
];

class Occupant {
  readonly #socket: Socket;
  #received = '';
  #heard: () => void = () => undefined;
  #onMessage: ((content: string) => void) | undefined;
  readonly #taken = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true).setEncoding('utf8');
    socket.on('data', (text: string) => this.#take(text));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const { reject } of this.#taken.values()) reject(new Error('the connection ended'));
    });
  }

  /** Signs in without an account and enters the room. */
  static async enter(port: number, name: string): Promise<Occupant> {
    const socket = connect(port, '127.0.0.1');
    const one = new Occupant(socket);
    for (const [say, until] of steps) await one.#say(say, until);
    const history = "<x xmlns='http://jabber.org/protocol/muc'><history maxstanzas='0'/></x>";
    // The last presence is one's own; the subject follows it.
    await one.#say(`<presence to='${room}/${name}'>${history}</presence>`, '<subject');
    return one;
  }

  listen(onMessage: (content: string) => void): void {
    this.#received = '';
    this.#onMessage = onMessage;
  }

  /** Taken when the room says it to the sender too. */
  send(content: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#taken.set(content.split(' ', 2).join(' '), { resolve, reject });
      this.#socket.write(`<message to='${room}' type='groupchat'><body>${content}</body></message>`);
    });
  }

  stop(): void {
    this.#socket.destroy();
  }

  async #say(text: string, until: string): Promise<void> {
    this.#received = '';
    const answered = new Promise<void>((done) => {
      this.#heard = () => {
        if (this.#received.includes(until)) done();
      };
    });
    this.#socket.write(text);
    await answered;
    this.#heard = () => undefined;
  }

  #take(text: string): void {
    this.#received += text;
    this.#heard();
    if (this.#onMessage === undefined) return;
    for (const [, content = ''] of this.#received.matchAll(/<body>(bench \d+)[^<]*<\/body>/g)) {
      this.#onMessage(content);
      this.#taken.get(content)?.resolve();
      this.#taken.delete(content);
    }
    // What is not whole yet stays.
    this.#received = this.#received.slice(this.#received.lastIndexOf('</message>') + 1);
  }
}

/** @returns a server that speaks XMPP, where everyone is in one room. */
export function xmppChat({ port, pid }: { port: number; pid: number }): Chat {
  let number = 0;
  const enter = async (onMessage: (content: string) => void): Promise<Occupant> => {
    const one = await Occupant.enter(port, `person${(number += 1)}`);
    one.listen(onMessage);
    return one;
  };
  return {
    pid,
    listen: async (_who, onMessage) => enter(onMessage),
    async connect(): Promise<ChatSender> {
      const one = await enter(() => undefined);
      return { send: async (content) => one.send(content), close: () => one.stop() };
    },
  };
}
