/** A button that copies a text. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../client/text.ts';
import { copyText } from './clipboard.ts';

const shownMs = 4000;

/** @param label names what is copied, for screen readers. @param caption on the button, in place of "Copy": `label` is then the whole name. */
export function CopyText({ text, label, caption }: { text: string; label: string; caption?: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    setIsCopied(await copyText(text));
    setTimeout(() => setIsCopied(false), shownMs);
  };
  const ready = caption === undefined ? t('Copy {{label}}', { label }) : label;
  const done = caption === undefined ? t('Copied {{label}}', { label }) : t('Copied');
  return (
    <Button
      variant="default"
      size="compact-sm"
      onClick={() => void copy()}
      aria-label={isCopied ? done : ready}
      miw={72}
    >
      {isCopied ? t('Copied') : (caption ?? t('Copy'))}
    </Button>
  );
}
