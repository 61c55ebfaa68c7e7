/** A button that copies a text. Also on plain http, where browsers keep the modern clipboard to themselves. */
import { Button } from '@mantine/core';
import { useState } from 'react';

const shownMs = 4000;

/** @param caption on the button; `label` says for whom cannot see it what is copied. */
export function CopyText({ text, label, caption: ready = 'Copy' }: { text: string; label: string; caption?: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  const copy = async (): Promise<void> => {
    setState((await copyToClipboard(text)) ? 'copied' : 'failed');
    setTimeout(() => setState('ready'), shownMs);
  };
  const caption = { ready, copied: 'Copied', failed: 'Press Ctrl+C' }[state];
  return (
    <Button variant="default" size="compact-sm" onClick={() => void copy()} aria-label={`${caption} ${label}`} miw={72}>
      {caption}
    </Button>
  );
}

/** @returns whether it worked. */
async function copyToClipboard(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused by a permission: the old way may still work.
    }
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const worked = document.execCommand('copy');
  area.remove();
  return worked;
}
