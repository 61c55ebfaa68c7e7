/** For a team that outgrows one machine: everything in the form that a larger server of the same API takes. Owners only. */
import { Anchor, Button, Group, Text } from '@mantine/core';
import { t } from '../../../client/text.ts';
import { Card } from '../../components/section.tsx';

export function ExportTeam() {
  return (
    <Card title={t('Move to a larger server')}>
      <Text size="sm" c="dimmed">
        {t(
          'Export users, groups, channels, messages, reactions and uploaded files as an archive that Zulip 11 can import. Passwords and API keys are not exported. People choose new ones there.',
        )}
      </Text>
      <Group gap="md">
        <Button component="a" href="/api/v1/console/team_export" download="team.tar.gz" variant="default">
          {t('Export team')}
        </Button>
        <Anchor href="/help/moving-on" target="_blank" size="sm">
          {t('How to move, step by step')}
        </Anchor>
      </Group>
    </Card>
  );
}
