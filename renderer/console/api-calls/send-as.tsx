/** Sender of an API call: the user by session; in a demo any account, by their key; elsewhere a user who has a key at hand. */
import { Group, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleNames } from '../../client/roles.ts';
import { useSession } from '../../client/session.ts';
import { t } from '../../client/text.ts';
import { demoAccountsQuery, useIsDemo } from '../training/training.ts';

export interface Account {
  email: string;
  key: string;
}

export interface Sender {
  /** What is chosen: "session", "key", or a user id. */
  choice: string;
  /** null sends the session. */
  account: Account | null;
}

export const asYourself: Sender = { choice: 'session', account: null };

interface SendAsProps {
  sender: Sender;
  onChange: (sender: Sender) => void;
  /** Whether an e-mail address and a key can be typed. */
  takesKeys?: boolean;
  label?: string;
  w?: { base: string; xs: number };
}

export function SendAs({ sender, onChange, takesKeys = false, label = t('Send as'), w }: SendAsProps) {
  const session = useSession();
  const isDemo = useIsDemo() === true;
  const { data: accounts = [] } = useQuery({ ...demoAccountsQuery, enabled: isDemo && session.is_admin });
  const [typed, setTyped] = useState<Account>({ email: '', key: '' });
  const options = [
    { value: 'session', label: t('Yourself ({{fullName}})', { fullName: session.full_name }) },
    ...accounts
      .filter((one) => one.is_active)
      .map((one) => ({ value: String(one.user_id), label: `${one.full_name}, ${roleOf(one.role, one.is_bot)}` })),
    ...(takesKeys ? [{ value: 'key', label: t('Enter an API key') }] : []),
  ];
  const choose = (choice: string | null): void => {
    if (choice === null) return;
    const found = accounts.find((one) => String(one.user_id) === choice);
    const chosen = found === undefined ? null : { email: found.email, key: found.api_key };
    onChange({ choice, account: choice === 'key' ? typed : chosen });
  };
  const type = (account: Account): void => {
    setTyped(account);
    onChange({ choice: 'key', account });
  };
  return (
    <Stack gap="xs" w={w}>
      <Select label={label} data={options} value={sender.choice} onChange={choose} searchable allowDeselect={false} />
      {sender.choice === 'key' && (
        <Group grow align="flex-start">
          <TextInput
            label={t("Account's email")}
            autoComplete="off"
            value={typed.email}
            onChange={(event) => type({ ...typed, email: event.currentTarget.value })}
          />
          <PasswordInput
            label={t('API key')}
            autoComplete="off"
            value={typed.key}
            onChange={(event) => type({ ...typed, key: event.currentTarget.value })}
          />
        </Group>
      )}
    </Stack>
  );
}

function roleOf(role: number, isBot: boolean): string {
  return isBot ? t('Bot') : (roleNames()[role] ?? '');
}
