/** A button that copies a text. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../client/text.ts';
import { copyText } from './clipboard.ts';

const shownMs = 4000;

/** @param caption on the button; `label` says for whom cannot see it what is copied. */
export function CopyText({ text, label, caption: ready = 'Copy' }: { text: string; label: string; caption?: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  const copy = async (): Promise<void> => {
    setState((await copyText(text)) ? 'copied' : 'failed');
    setTimeout(() => setState('ready'), shownMs);
  };
  const caption = { ready, copied: t('Copied'), failed: t('Press Ctrl+C') }[state];
  return (
    <Button variant="default" size="compact-sm" onClick={() => void copy()} aria-label={`${caption} ${label}`} miw={72}>
      {caption}
    </Button>
  );
}
