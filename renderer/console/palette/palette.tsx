/**
 * The command palette: one field that leads everywhere. The library's list knows nothing of screen readers, so it is informed
 * here which row is meant: the field is a combobox, the rows are its options.
 */
import '@mantine/spotlight/styles.css';
import { Box, Text, VisuallyHidden } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { useEffect, useMemo, useState } from 'react';
import { t } from '../../client/text.ts';
import { Icon } from '../components/icons.tsx';
import { Keys } from '../components/keys.tsx';
import { useCommands } from './commands.ts';
import { find, type Command } from './search.ts';
import { takeTyped } from './typed-ahead.ts';

const [store, palette] = createSpotlight();
const listId = 'palette-list';
/** The library's parts are an input, boxes and buttons; these make a combobox with options of them. */
const roles = {
  field: { role: 'combobox' },
  list: { role: 'listbox' },
  group: { role: 'group' },
  row: { role: 'option' },
};

interface PaletteProps {
  /** Rises each time someone asks for the palette. */
  asked: number;
  onHelp: () => void;
}

export function Palette({ asked, onHelp }: PaletteProps) {
  const [words, setWords] = useState('');
  // Rows are told apart again whenever another is selected.
  useSpotlight(store);
  const groups = useCommands(onHelp);
  const found = useMemo(() => find(groups, words), [groups, words]);
  const [meant, setMeant] = useState<string>();
  useEffect(() => {
    if (asked > 0) palette.open();
  }, [asked]);
  useEffect(() => {
    // The library marks the row on the page itself, after this turn.
    const frame = requestAnimationFrame(() => setMeant(tellWhichIsMeant()));
    return () => cancelAnimationFrame(frame);
  });
  return (
    <Spotlight.Root
      store={store}
      query={words}
      onQueryChange={setWords}
      shortcut={null}
      transitionProps={{ duration: 0 }}
      scrollable
      maxHeight="min(480px, 60dvh)"
      yOffset="8dvh"
      attributes={{ content: { 'aria-label': t('Search screens, people and actions') } }}
    >
      <Spotlight.Search
        placeholder={t('Screen, person, channel or action')}
        aria-label={t('Screen, person, channel or action')}
        leftSection={<Icon name="search" />}
        {...roles.field}
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={meant}
        autoComplete="off"
        onFocus={() => {
          const typed = takeTyped();
          if (typed !== '') setWords((before) => before + typed);
        }}
      />
      <Spotlight.ActionsList id={listId} {...roles.list} aria-label={t('Results')}>
        {found.map(({ group, commands, total }) => (
          <Spotlight.ActionsGroup
            key={group}
            label={labelOf(group, commands.length, total)}
            {...roles.group}
            aria-label={group}
          >
            {commands.map((command) => (
              <Row key={command.id} command={command} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
      {found.length === 0 && <Spotlight.Empty>{t('No results.')}</Spotlight.Empty>}
      <VisuallyHidden component="output">
        {words === '' ? '' : t('{{count}} found', { count: found.reduce((sum, { total }) => sum + total, 0) })}
      </VisuallyHidden>
    </Spotlight.Root>
  );
}

/** Where only the best are listed, of how many. */
const labelOf = (group: string, shown: number, total: number): string =>
  shown === total ? group : t('{{group}}: top {{shown}} of {{total}}', { group, shown, total });

/** @returns the id of the row that Enter would choose. */
function tellWhichIsMeant(): string | undefined {
  let meant: string | undefined;
  for (const row of document.querySelectorAll(`#${listId} [role="option"]`)) {
    const isMeant = row.hasAttribute('data-selected');
    row.setAttribute('aria-selected', String(isMeant));
    if (isMeant) meant = row.id;
  }
  return meant;
}

function Row({ command: { id, name, description, icon, keys, run } }: { command: Command }) {
  return (
    <Spotlight.Action
      // Not as a property: the library keeps an id to itself.
      ref={(row) => row?.setAttribute('id', `palette-${id.replaceAll(/\W+/g, '-')}`)}
      onClick={run}
      {...roles.row}
      aria-selected={false}
    >
      <Icon name={icon} />
      <Box component="span" ms="sm" flex={1} miw={0}>
        <Text component="span" size="sm" display="block" truncate>
          {name}
        </Text>
        {description !== undefined && description !== '' && (
          <Text component="span" size="xs" c="inherit" display="block" truncate>
            {description}
          </Text>
        )}
      </Box>
      {keys !== undefined && <Keys keys={keys} />}
    </Spotlight.Action>
  );
}
