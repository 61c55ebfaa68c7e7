/** The parts of the client library that the tests call; the library ships no types. */
declare module 'zulip-js' {
  type Answer = Record<string, unknown> & { result: string; msg: string };
  type Params = Record<string, unknown>;
  type Call = (params?: Params) => Promise<Answer>;
  export interface ZulipClient {
    config: { apiKey: string };
    callEndpoint(endpoint: string, method: string, params?: Params): Promise<Answer>;
    callOnEachEvent(callback: (event: Record<string, unknown>) => void, eventTypes?: string[]): Promise<never>;
    messages: {
      retrieve: Call;
      send: Call;
      update: Call;
      render: Call;
      getById: Call;
      getHistoryById: Call;
      deleteById: Call;
      flags: { add: Call; remove: Call };
    };
    queues: { register: Call; deregister: Call };
    events: { retrieve: Call };
    users: {
      retrieve: Call;
      create: Call;
      me: { getProfile: Call; subscriptions: { add: Call; remove: Call }; alertWords: { retrieve: Call } };
    };
    streams: {
      retrieve: Call;
      getStreamId(name: string): Promise<Answer>;
      subscriptions: { retrieve: Call };
      topics: { retrieve: Call };
    };
    reactions: { add: Call; remove: Call };
    typing: { send: Call };
    emojis: { retrieve: Call };
    filters: { retrieve: Call };
    server: { settings: Call };
  }
  export default function zulip(config: {
    username: string;
    password?: string;
    apiKey?: string;
    realm: string;
  }): Promise<ZulipClient>;
}
