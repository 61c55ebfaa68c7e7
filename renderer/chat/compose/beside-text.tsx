/** Message box parts above and below its text: quotations, files, a recording, and the switch to the Markdown of the whole. */
import { Suspense } from 'react';
import { lazyPart } from '../../client/lazy-part.ts';
import { t } from '../../client/text.ts';
import type { UploadTarget } from '../store/upload-target.ts';
import type { Parts } from './use-parts.ts';
import type { useUploads } from './use-uploads.ts';
import type { useVoice } from './use-voice.ts';

const QuoteStrips = lazyPart(async () => (await import('./quote-strips.tsx')).QuoteStrips);
const VoiceMessage = lazyPart(async () => (await import('./voice-message.tsx')).VoiceMessage);
const Attachments = lazyPart(async () => (await import('./attachments.tsx')).Attachments);

/** Above the text. */
export function Quotes({ parts }: { parts: Parts }) {
  return <Suspense fallback={null}>{parts.quotes.length > 0 && <QuoteStrips parts={parts} />}</Suspense>;
}

interface BesideTextProps {
  target: UploadTarget;
  parts: Parts;
  uploads: ReturnType<typeof useUploads>;
  voice: ReturnType<typeof useVoice>;
}

/** Below the text: files, a recording, and the switch to the Markdown of the whole message. */
export function BesideText({ target, parts, uploads, voice }: BesideTextProps) {
  return (
    <Suspense fallback={null}>
      {(parts.files.length > 0 || uploads.count > 0) && <Attachments parts={parts} target={target} />}
      {voice.isOn && <VoiceMessage onFiles={uploads.add} onClose={voice.close} />}
      {(parts.isSource || parts.files.length + parts.quotes.length > 0) && <SourceSwitch parts={parts} />}
    </Suspense>
  );
}

/** Leads to the Markdown of the whole message, and back to the parts that it shows. */
function SourceSwitch({ parts }: { parts: Parts }) {
  return (
    <button
      type="button"
      className="text-link composer-source"
      aria-pressed={parts.isSource}
      onClick={() => parts.showSource(!parts.isSource)}
    >
      {parts.isSource ? t('Hide Markdown') : t('Show Markdown')}
    </button>
  );
}
