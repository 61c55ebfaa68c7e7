/** A password, key or token on the screen: plain text, but in projector mode dots until someone asks for it. */
import { Button, Code, Group } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../client/text.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { useProjector } from './projector-mode.ts';

/** @param label what it is, for the buttons: "API key". */
export function Secret({ value, label }: { value: string; label: string }) {
  const { isOn } = useProjector();
  const [isAskedFor, setAskedFor] = useState(false);
  const isShown = !isOn || isAskedFor;
  return (
    <Group gap="xs">
      <Code
        fz="sm"
        style={{ overflowWrap: 'anywhere' }}
        aria-label={isShown ? undefined : t('{{label}}, hidden', { label })}
      >
        {isShown ? value : '•'.repeat(16)}
      </Code>
      <CopyText text={value} label={label} />
      {isOn && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={isShown ? t('Hide {{label}}', { label }) : t('Show {{label}}', { label })}
          onClick={() => setAskedFor(!isAskedFor)}
        >
          {isShown ? t('Hide') : t('Show')}
        </Button>
      )}
    </Group>
  );
}
