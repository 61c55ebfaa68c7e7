/** Background operation of the server: at login, without a window, and awake. */
import { List, Stack, Switch, Text } from '@mantine/core';
import type { ShellChoices } from '../../../../electron/bridge.ts';
import { dateFormat } from '../../../client/formats.ts';
import { t } from '../../../client/text.ts';
import { Section } from '../../components/section.tsx';
import type { PartProps } from './part-props.ts';

const time = dateFormat({ weekday: 'short', hour: '2-digit', minute: '2-digit' });

export function AlwaysThere({ state, app }: PartProps) {
  const { choices, status, isKeptAwake, canOpenAtLogin, service } = state;
  const sleeps = status?.sleeps ?? [];
  const set = (changes: Partial<ShellChoices>): void => void app.changeChoices(changes);
  return (
    <Section title={t('Background')}>
      <Switch
        label={t('Start with the computer, before anyone signs in')}
        description={
          service.whyNot ??
          t(
            'Hearth runs as a service and restarts after a power cut. This app connects to it. The system asks for an administrator password.',
          )
        }
        checked={service.isOn}
        disabled={service.whyNot !== null || service.isBusy}
        onChange={({ currentTarget }) => void app.setService(currentTarget.checked)}
      />
      {canOpenAtLogin && (
        <Switch
          label={service.isOn ? t('Open this app when you log in') : t('Start Hearth when you log in')}
          description={t('Starts without a window, with an icon in the system tray.')}
          checked={choices.openAtLogin}
          onChange={({ currentTarget }) => set({ openAtLogin: currentTarget.checked })}
        />
      )}
      <Switch
        label={t('Keep running when the window is closed')}
        description={t('Teammates can keep chatting. Open or quit Hearth from its icon in the system tray.')}
        checked={choices.closeToTray}
        onChange={({ currentTarget }) => set({ closeToTray: currentTarget.checked })}
      />
      <Switch
        label={t('Stay awake while others are connected')}
        description={awakeText(choices.keepAwake, isKeptAwake, status?.clients_connected ?? 0)}
        checked={choices.keepAwake}
        onChange={({ currentTarget }) => set({ keepAwake: currentTarget.checked })}
      />
      {sleeps.length > 0 && (
        <Stack gap={4}>
          <Text size="sm">{t('The server could not be reached while this computer was asleep:')}</Text>
          <List size="sm" c="dimmed">
            {sleeps.map(({ from, until }) => (
              <List.Item key={from}>{time.formatRange(from, until)}</List.Item>
            ))}
          </List>
        </Stack>
      )}
    </Section>
  );
}

function awakeText(isWanted: boolean, isOn: boolean, clients: number): string {
  const connected = t('{{count}} programs and browsers are connected', {
    count: clients,
    defaultValue_one: '1 program or browser is connected',
  });
  if (isOn)
    return t('{{connected}}. This computer stays awake. Closing the lid still puts it to sleep.', { connected });
  return isWanted
    ? t('No program or browser is connected. This computer may sleep.')
    : t('Off: the server is unreachable while this computer sleeps.');
}
