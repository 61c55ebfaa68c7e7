/** Place where a file is chosen or dropped. */
import { Box, Button, FileButton, Stack, Text } from '@mantine/core';
import { useState, type DragEvent } from 'react';
import { Icon } from '../components/icons.tsx';

interface ChooseFileProps {
  /** On the button. */
  label: string;
  hint: string;
  onChosen: (file: File | null | undefined) => void;
}

export function ChooseFile({ label, hint, onChosen }: ChooseFileProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onChosen(event.dataTransfer.files[0]);
  };
  return (
    <Box
      p="lg"
      ta="center"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      style={{
        border: '2px dashed var(--mantine-color-default-border)',
        borderRadius: 'var(--mantine-radius-md)',
        background: isOver ? 'var(--mantine-color-default-hover)' : undefined,
      }}
    >
      <Stack align="center" gap="sm">
        <Icon name="archive" size={32} />
        <FileButton onChange={onChosen}>
          {(props) => (
            <Button variant="default" {...props}>
              {label}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </Stack>
    </Box>
  );
}
