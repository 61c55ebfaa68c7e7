/** Undo notice after an action: for actions that can be undone, in place of a question before it. */
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '../../client/text.ts';

/** Long enough to be read and reached by keyboard. */
const shownMs = 12_000;

interface Undoable {
  title: string;
  message: string;
  undo: () => Promise<unknown>;
}

export function showUndoable({ title, message, undo }: Undoable): void {
  const id = `undo-${title}-${message}`;
  const takeBack = async (): Promise<void> => {
    notifications.hide(id);
    try {
      await undo();
      notifications.show({ color: 'green', title: t('Undone'), message });
    } catch (error) {
      const reason = error instanceof Error ? error.message : t('Something went wrong.');
      notifications.show({ color: 'red', title: t('Could not undo'), message: reason });
    }
  };
  notifications.show({
    color: 'green',
    id,
    title,
    autoClose: shownMs,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button variant="default" size="compact-sm" onClick={() => void takeBack()} style={{ flexShrink: 0 }}>
          {t('Undo')}
        </Button>
      </Group>
    ),
  });
}
