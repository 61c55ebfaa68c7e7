/**
 * Rehearsals: a request goes all the way through the real server up to its commit, and is then rolled back. So one world
 * serves thousands of calls that would otherwise each need a fresh one.
 */
import type { ApiEndpoint } from '../api/console/endpoint.ts';
import { endpoints } from '../api/index.ts';
import type { SystemActing } from '../domain/acting.ts';
import { ApiError } from '../errors.ts';

/** Thrown in place of a commit; leaves the server as a success of a form that only these tests read. */
class Rehearsed extends ApiError {
  constructor() {
    super(200, 'BAD_REQUEST', '', {}, { 'X-Rehearsed': 'yes' });
  }

  override get body(): Record<string, unknown> {
    return { result: 'success', msg: '' };
  }
}

let isRehearsing = false;
let look: (acting: SystemActing) => void = () => undefined;

/**
 * Everything that happens meanwhile is answered, and nothing of it is kept.
 * @param beforeCurtain looks at what a call has written, while it is there.
 */
export async function rehearse<T>(scene: () => Promise<T>, beforeCurtain: typeof look = () => undefined): Promise<T> {
  isRehearsing = true;
  look = beforeCurtain;
  try {
    return await scene();
  } finally {
    isRehearsing = false;
  }
}

function rolledBack<A extends SystemActing, R>(run: (acting: A) => R): (acting: A) => R {
  return (acting) => {
    const answer = run(acting);
    if (!isRehearsing) return answer;
    look(acting);
    throw new Rehearsed();
  };
}

/** Puts the curtain in front of every commit of this endpoint. What a handler would do after its first is not rehearsed. */
function makeRehearsable(endpoint: ApiEndpoint): void {
  const run = endpoint.run.bind(endpoint);
  endpoint.run = (call) => {
    const behindCurtain: Pick<typeof call, 'write' | 'readThenWrite'> = {
      write: async (fn) => call.write(rolledBack(fn)),
      readThenWrite: async (start, write) =>
        call.readThenWrite(start, (acting, found) => rolledBack((on: typeof acting) => write(on, found))(acting)),
    };
    // A call makes its members when they are asked for, so it cannot be copied.
    return run(new Proxy(call, { get: (one, name) => Reflect.get(name in behindCurtain ? behindCurtain : one, name) }));
  };
}

for (const endpoint of endpoints) makeRehearsable(endpoint);
