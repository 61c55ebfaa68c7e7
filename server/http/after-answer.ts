/** Request records after the answer: how long it took, what is remembered of it, one line in the log. */
import type { Logger } from 'pino';
import type { RequestInfo } from './endpoint.ts';
import type { PollCount } from './poll-count.ts';
import { answeredRequest, loggedPath, type AnsweredRequest } from './recorded-request.ts';
import { isOfConsole } from './routes.ts';

/** Who is informed. */
export interface Recording {
  /** One line a request. */
  log: Logger;
  /** Whether what was answered is kept with the request: it may be anybody's. */
  keepsAnswers: boolean;
  /** Told of every request of the API when it has been answered, without its secrets; null for the console's own looking. */
  onAnswered: (answered: AnsweredRequest | null, requestId: string) => void;
  /** Told how long each operation took, in milliseconds, long polls apart. */
  onTimed: (operation: string, ms: number, status: number) => void;
  /** Whether someone looks at what happens: then each poll is remembered and logged, and otherwise they are counted. */
  recordsPolls: () => boolean;
  polls: PollCount;
}

export interface Answered {
  requestId: string;
  method: string;
  /** As it came. */
  path: string;
  ip: string;
  status: number;
  /** Milliseconds from the first byte to the answer. */
  took: number;
  /** Of an error. */
  code: string | undefined;
  body: unknown;
}

/** @param caller undefined where no endpoint answered. */
export function noteAnswered(recording: Recording, caller: RequestInfo | undefined, answered: Answered): void {
  const { requestId, method, path, ip, status, took } = answered;
  const ms = Math.round(took);
  if (caller?.route?.isLongPoll === false) recording.onTimed(`${method} ${caller.route.path}`, took, status);
  else if (caller?.route?.isLongPoll === true && status === 200 && !recording.recordsPolls()) {
    recording.onAnswered(null, requestId);
    recording.polls.note();
    return;
  }
  recording.onAnswered(
    caller === undefined || isConsolePoll(caller) ? null : remembered(recording, caller, { ...answered, ms }),
    requestId,
  );
  recording.log.info({
    request: requestId,
    method,
    path: loggedPath({ path, route: caller?.route }),
    status,
    ms,
    ip,
    user: caller?.userId,
  });
}

/** What the console asks to show something is not what it shows. */
function isConsolePoll({ method, route }: RequestInfo): boolean {
  return method === 'GET' && route !== undefined && isOfConsole(route.path);
}

function remembered(
  { keepsAnswers }: Recording,
  caller: RequestInfo,
  { status, code, ms, body }: Answered & { ms: number },
): AnsweredRequest {
  return answeredRequest(caller, { status, code: code ?? null, ms, body: keepsAnswers ? body : undefined });
}
