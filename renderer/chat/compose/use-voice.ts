/** Recording state of a voice message for a message box. */
import { useState } from 'react';
import { showNotice } from '../kit/notices.ts';

/** Whether a voice message is being recorded; `begin` says why where this browser cannot. */
export function useVoice() {
  const [isOn, setIsOn] = useState(false);
  return {
    isOn,
    close: () => setIsOn(false),
    async begin(): Promise<void> {
      const { whyNoVoiceHere } = await import('./voice-format.ts');
      const why = whyNoVoiceHere();
      setIsOn(why === null);
      if (why !== null) showNotice(why, { isError: true });
    },
  };
}
