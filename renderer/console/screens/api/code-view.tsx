/** The request as code in five languages; a key is in it only when someone asks for it to be shown. */
import { Switch, Tabs, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { t } from '../../../client/text.ts';
import { languages, snippet, type Call, type Language } from '../../api-calls/snippets.ts';
import { TextBlock } from '../../components/json-text.tsx';
import { Card } from '../../components/section.tsx';

export function CodeView({ call, hidesKey }: { call: Call; hidesKey: boolean }) {
  const [language, setLanguage] = useLocalStorage<Language>({ key: 'hearth-code-language', defaultValue: 'bash' });
  const [showsKey, setShowsKey] = useState(false);
  const shown: Call =
    hidesKey && !showsKey && call.account !== null
      ? { ...call, account: { ...call.account, key: 'YOUR_API_KEY' } }
      : call;
  return (
    <Card title={t('Code')} name={t('Code')} p="md">
      <Tabs value={language} onChange={(value) => setLanguage(languages.find((one) => one === value) ?? 'bash')}>
        <Tabs.List>
          {languages.map((one) => (
            <Tabs.Tab key={one} value={one} px="xs">
              {one === 'JavaScript' || one === 'Python' ? one : t('curl, {{one}}', { one })}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {languages.map((one) => (
          <Tabs.Panel key={one} value={one} pt="sm">
            {one === language && <TextBlock text={snippet(shown, one)} label={t('code for {{one}}', { one })} />}
          </Tabs.Panel>
        ))}
      </Tabs>
      {hidesKey ? (
        <Switch
          label={t('Insert my API key')}
          checked={showsKey}
          onChange={(event) => setShowsKey(event.currentTarget.checked)}
        />
      ) : (
        <Text size="xs" c="dimmed">
          {t('Replace YOUR_API_KEY with a real key.')}
        </Text>
      )}
    </Card>
  );
}
