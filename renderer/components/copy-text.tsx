/** A button that copies a text. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../client/text.ts';
import { copyText } from './clipboard.ts';

const shownMs = 4000;

/** @param caption on the button; `label` says for whom cannot see it what is copied. */
export function CopyText({
  text,
  label,
  caption: ready = t('Copy'),
}: {
  text: string;
  label: string;
  caption?: string;
}) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    setIsCopied(await copyText(text));
    setTimeout(() => setIsCopied(false), shownMs);
  };
  const caption = isCopied ? t('Copied') : ready;
  return (
    <Button variant="default" size="compact-sm" onClick={() => void copy()} aria-label={`${caption} ${label}`} miw={72}>
      {caption}
    </Button>
  );
}
