/** The request as code in five languages; a key is in it only when somebody asks for it to be shown. */
import { Paper, Stack, Switch, Tabs, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { TextBlock } from '../../../components/json-text.tsx';
import { languages, snippet, type Call, type Language } from '../../api-calls/snippets.ts';

export function CodeView({ call, hidesKey }: { call: Call; hidesKey: boolean }) {
  const [language, setLanguage] = useLocalStorage<Language>({ key: 'hearth-code-language', defaultValue: 'bash' });
  const [showsKey, setShowsKey] = useState(false);
  const shown: Call =
    hidesKey && !showsKey && call.account !== null
      ? { ...call, account: { ...call.account, key: 'YOUR_API_KEY' } }
      : call;
  return (
    <Paper withBorder p="md" component="section" aria-label="Code">
      <Stack gap="sm">
        <Title order={2} fz="h4">
          Code
        </Title>
        <Tabs value={language} onChange={(value) => setLanguage(languages.find((one) => one === value) ?? 'bash')}>
          <Tabs.List>
            {languages.map((one) => (
              <Tabs.Tab key={one} value={one} px="xs">
                {one === 'JavaScript' || one === 'Python' ? one : `curl, ${one}`}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {languages.map((one) => (
            <Tabs.Panel key={one} value={one} pt="sm">
              {one === language && <TextBlock text={snippet(shown, one)} label={`code for ${one}`} />}
            </Tabs.Panel>
          ))}
        </Tabs>
        {hidesKey ? (
          <Switch
            label="Insert my API key"
            checked={showsKey}
            onChange={(event) => setShowsKey(event.currentTarget.checked)}
          />
        ) : (
          <Text size="xs" c="dimmed">
            Replace YOUR_API_KEY with a real key.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
