/** The desktop app around this page, when it is shown in the app's own window; in a browser there is none. */
import { useEffect, useState } from 'react';
import type { DesktopBridge, DesktopState } from '../../electron/bridge.ts';

export const desktop = (globalThis as { desktop?: DesktopBridge }).desktop;

/** @returns how the app is, always the newest; undefined until it has said so, and in a browser. */
export function useDesktopState(): DesktopState | undefined {
  const [state, setState] = useState<DesktopState>();
  useEffect(() => {
    void desktop?.state().then(setState);
    return desktop?.onState(setState);
  }, []);
  return state;
}

/** What the app said of a call that failed, without the words that the way between puts before it. */
export function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^Error invoking remote method '[^']*': (?:\w*Error: )?/, '');
}
