/** Instructions to trust a certificate that was made here. */
import { Accordion, Stack, Text } from '@mantine/core';
import { perLanguage, t } from '../../../client/text.ts';
import { TextBlock } from '../../components/json-text.tsx';

const ways = perLanguage(() => [
  {
    system: t('Windows'),
    text: t('Download the certificate, then in a command prompt in the same folder:'),
    command: t('certutil -user -addstore Root hearth-certificate.pem'),
  },
  {
    system: 'macOS',
    text: t('Download the certificate, then in a terminal in the same folder:'),
    command: t(
      'security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db hearth-certificate.pem',
    ),
  },
  {
    system: t('Debian, Ubuntu, Mint'),
    text: t('For programs. Browsers have separate lists (see Firefox).'),
    command: t(
      'sudo cp hearth-certificate.pem /usr/local/share/ca-certificates/hearth.crt && sudo update-ca-certificates',
    ),
  },
  {
    system: t('Fedora, RHEL'),
    text: t('For programs and most browsers.'),
    command: 'sudo trust anchor hearth-certificate.pem',
  },
  {
    system: t('Chrome on Linux'),
    text: t('In the settings, search for "certificates" and import the file as a trusted certificate.'),
    command: null,
  },
  {
    system: t('Firefox'),
    text: t(
      'On its warning, open "Advanced" and "View certificate", compare the fingerprint, and accept it. It is remembered.',
    ),
    command: null,
  },
  {
    system: t('Phones'),
    text: t('Phones and their chat apps do not accept the certificate. Use the http:// address there.'),
    command: null,
  },
]);

export function Trust() {
  return (
    <Accordion variant="separated">
      <Accordion.Item value="trust">
        <Accordion.Control>{t('How to trust the certificate')}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="md" maw={820}>
            <Text size="sm">
              {t(
                'First compare the fingerprint with the one shown here, to make sure that no one intercepts the connection.',
              )}
            </Text>
            {ways().map(({ system, text, command }) => (
              <div key={system}>
                <Text size="sm" fw={600}>
                  {system}
                </Text>
                <Text size="sm" mb={4}>
                  {text}
                </Text>
                {command !== null && <TextBlock text={command} label={t('command for {{system}}', { system })} />}
              </div>
            ))}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
