/** Long tasks can be stopped: between two pieces of work, so that what is half done is taken back. */
import { StartRefusedError } from '../storage/errors.ts';
import { onShell } from './parent-port.ts';

let isAsked = false;

/** From now on the system's wish to end, or the desktop app's, is remembered. A second signal ends at once. */
export function onStopSignal(): void {
  const ask = (): void => void (isAsked = true);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, ask);
  onShell(({ type }) => {
    if (type === 'stop') ask();
  });
}

/** @throws StartRefusedError `interrupted` once somebody wants the task to end */
export function stopIfAsked(): void {
  if (isAsked) throw new StartRefusedError('interrupted', 'It was stopped before it was done. Nothing was changed.');
}
