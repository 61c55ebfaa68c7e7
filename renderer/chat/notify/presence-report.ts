/**
 * Presence reports to the server once a minute, while the page is shown, and whether they are at it; and hears who else is:
 * events tell who comes and whose status changes, but not who stays.
 */
import { inTime, request } from '../../client/request.ts';
import { changePresences } from '../../client/state/presence.ts';
import { onWake } from '../../client/wake.ts';
import type { ChatModel } from '../store/chat-model.ts';
import { isIdle } from '../store/page-presence.ts';

/** @param intervalSecs between two reports, as the server wants it. @returns a function that ends it. */
export function reportPresence({ state }: ChatModel, intervalSecs: number): () => void {
  let last: 'active' | 'idle' | null = null;
  /** What was heard last. Each registration may be of other data, which count again. */
  let heard = { registrations: 0, updateId: -1 };
  const report = async (): Promise<void> => {
    const status = isIdle() ? 'idle' : 'active';
    last = status;
    const { registrations } = state.getState();
    const params = {
      status,
      new_user_input: status === 'active',
      last_update_id: heard.registrations === registrations ? heard.updateId : -1,
    } as const;
    const { presences, presence_last_update_id: updateId } = await inTime((signal) =>
      request('POST', '/users/me/presence', params, signal),
    );
    heard = { registrations, updateId };
    const { clientState } = state.getState();
    if (clientState === null) return;
    const { presence } = clientState;
    const here = changePresences(presence.presences, { presences });
    state.setState({ clientState: { ...clientState, presence: { ...presence, presences: here } } });
  };
  const tell = (): void => {
    // The next one comes on its own.
    if (document.visibilityState === 'visible') void report().catch(() => undefined);
  };
  // A user who comes back to the page is here at once, not within a minute.
  const back = (): void => {
    if (last === 'idle') tell();
  };
  tell();
  const timer = setInterval(tell, intervalSecs * 1000);
  const stops = [
    onWake(tell),
    // Of other data the server has not heard yet that someone is here.
    state.subscribe(({ registrations }, before) => {
      if (registrations !== before.registrations) tell();
    }),
  ];
  addEventListener('pointerdown', back);
  addEventListener('keydown', back);
  return () => {
    clearInterval(timer);
    for (const stop of stops) stop();
    removeEventListener('pointerdown', back);
    removeEventListener('keydown', back);
  };
}
