/** A value as indented JSON, with a button that copies it. */
import { Box, Code, Group } from '@mantine/core';
import { t } from '../../client/text.ts';
import { CopyText } from '../../components/copy-text.tsx';

/** Past this a text is shown in part: the page must stay quick. */
const mostShown = 100_000;

interface TextBlockProps {
  text: string;
  /** What it is, for the copy button and for those who do not see it: "the event". */
  label: string;
  /** In pixels; 'none' shows all of it at once. */
  maxHeight?: number | 'none';
}

export function TextBlock({ text, label, maxHeight = 360 }: TextBlockProps) {
  const shown =
    text.length > mostShown
      ? t('{{text}}\n… ({{count}} characters; copy for all)', { text: text.slice(0, mostShown), count: text.length })
      : text;
  return (
    <Box>
      <Box component="section" aria-label={label} tabIndex={0} mah={maxHeight} style={{ overflow: 'auto' }}>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {shown}
        </Code>
      </Box>
      <Group justify="flex-end" mt={6}>
        <CopyText text={text} label={label} />
      </Group>
    </Box>
  );
}

export function JsonText({ value, ...rest }: Omit<TextBlockProps, 'text'> & { value: unknown }) {
  return <TextBlock text={JSON.stringify(value, null, 2)} {...rest} />;
}
