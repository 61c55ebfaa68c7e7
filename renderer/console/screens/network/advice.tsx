/** Connection advice in plain words, with what to do and the commands for it. */
import { Accordion, Anchor, Stack, Text } from '@mantine/core';
import { richText } from '../../../client/rich-text.ts';
import { t } from '../../../client/text.ts';
import { TextBlock } from '../../components/json-text.tsx';
import { Section } from '../../components/section.tsx';
import type { NetworkState } from '../../network/network.ts';

export function AdviceList({ network: { advice } }: { network: NetworkState }) {
  return (
    <Section
      title={t('Troubleshooting')}
      description={
        <>
          {richText(
            'The most likely reason is first. On the other device, open the <link>help page</link>.',
            {},
            {
              link: <Anchor href="/help" inherit c="var(--mantine-color-text)" underline="always" />,
            },
          )}
        </>
      }
    >
      <Accordion variant="separated" defaultValue={advice.length === 1 ? advice[0]?.kind : undefined}>
        {advice.map(({ kind, title, text, commands }) => (
          <Accordion.Item key={kind} value={kind}>
            <Accordion.Control>{title}</Accordion.Control>
            <Accordion.Panel>
              <Stack gap="md" maw={820}>
                <Text size="sm">{text}</Text>
                {commands.map(({ label, command }) => (
                  <div key={command}>
                    <Text size="sm" fw={600} mb={4}>
                      {label}
                    </Text>
                    <TextBlock text={command} label={t('command: {{label}}', { label })} />
                  </div>
                ))}
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Section>
  );
}
