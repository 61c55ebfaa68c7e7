/** Keys of the keyboard, as they are pressed one after the other: "g u". */
import { Box, Kbd } from '@mantine/core';

export function Keys({ keys }: { keys: string }) {
  return (
    <Box component="span" style={{ display: 'inline-flex', gap: 4, flexShrink: 0 }}>
      {keys.split(' ').map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </Box>
  );
}
