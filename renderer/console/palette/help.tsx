/** Every keyboard shortcut, in a dialog. */
import { Stack, Table, Title } from '@mantine/core';
import { useOs } from '@mantine/hooks';
import { keyName } from '../../client/key-names.ts';
import { t } from '../../client/text.ts';
import { Dialog } from '../components/dialog.tsx';
import { Keys } from '../components/keys.tsx';
import { useOwnScreens } from '../screen.ts';

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const mod = useOs() === 'macos' ? '⌘' : keyName('Ctrl');
  const everywhere: [string, string][] = [
    [`${mod} K`, t('Search screens, people and actions')],
    ['/', t('Search the list on this screen')],
    ['?', t('Keyboard shortcuts')],
    [keyName('Esc'), t('Close the open dialog or menu')],
    [keyName('Tab'), t('Next control; at the top of the page, skip the navigation')],
  ];
  const lists: [string, string][] = [
    ['↑ ↓', t('Previous or next row, in lists and menus')],
    [keyName('Enter'), t('Open the row or press the button')],
    [keyName('Space'), t('Pick up or drop a movable row')],
  ];
  const goTo = useOwnScreens().flatMap(({ name, keys }): [string, string][] =>
    keys === undefined ? [] : [[`g ${keys}`, name]],
  );
  return (
    <Dialog title={t('Keyboard shortcuts')} size="lg" onClose={onClose}>
      <Stack>
        <Shortcuts title={t('Everywhere')} rows={everywhere} />
        <Shortcuts title={t('In lists')} rows={lists} />
        <Shortcuts title={t('Go to a screen (press the keys in sequence)')} rows={goTo} />
      </Stack>
    </Dialog>
  );
}

function Shortcuts({ title, rows }: { title: string; rows: [string, string][] }) {
  return (
    <section>
      <Title order={2} fz="md" mb={4}>
        {title}
      </Title>
      <Table aria-label={title} verticalSpacing={4}>
        <Table.Tbody>
          {rows.map(([keys, meaning]) => (
            <Table.Tr key={keys}>
              <Table.Th scope="row" w={110} fw={400}>
                <Keys keys={keys} />
              </Table.Th>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
