/** In what form a voice message is recorded, what its file is called, and why a browser cannot record one. */
import { t } from '../../client/text.ts';

interface Recordable {
  type: string;
  ending: string;
}

/** Those that most browsers play come first. */
const formats: readonly Recordable[] = [
  { type: 'audio/mp4', ending: 'm4a' },
  { type: 'audio/ogg;codecs=opus', ending: 'ogg' },
  { type: 'audio/webm;codecs=opus', ending: 'webm' },
];

/** @returns undefined where the browser records none of them. */
export const recordingFormat = (isSupported: (type: string) => boolean): Recordable | undefined =>
  formats.find(({ type }) => isSupported(type));

/** "voice-message-2026-11-27-1930.m4a". @param at in the time zone of this computer. */
export function voiceName(at: Date, ending: string): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `voice-message-${day}-${two(at.getHours())}${two(at.getMinutes())}.${ending}`;
}

/** "1:07". */
export const duration = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

interface Abilities {
  isSecure: boolean;
  hasMicrophone: boolean;
  hasFormat: boolean;
}

/** @returns null where voice messages can be recorded. */
export function whyNoVoice({ isSecure, hasMicrophone, hasFormat }: Abilities): string | null {
  if (!isSecure)
    return t(
      'Browsers allow the microphone only over a secure connection. Open the chat with an https:// address to record voice messages.',
    );
  return hasMicrophone && hasFormat ? null : t('This browser cannot record voice messages.');
}

/** @returns `whyNoVoice` of this browser. */
export function whyNoVoiceHere(): string | null {
  const hasRecorder = 'MediaRecorder' in globalThis;
  return whyNoVoice({
    isSecure: isSecureContext,
    hasMicrophone: 'mediaDevices' in navigator,
    hasFormat: hasRecorder && recordingFormat((type) => MediaRecorder.isTypeSupported(type)) !== undefined,
  });
}
