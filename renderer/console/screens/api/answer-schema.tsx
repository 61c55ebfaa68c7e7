/** Response schema of an operation in the contract: every field with its type, and what its values mean. */
import { Box, Button, Code, Collapse, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AnswerField } from '../../../../server/contract/shapes/training.ts';
import { t } from '../../../client/text.ts';
import { Heading } from '../../components/heading.tsx';
import { Loading } from '../../components/states.tsx';

export function AnswerSchema({ described: { data, error } }: { described: UseQueryResult<{ fields: AnswerField[] }> }) {
  const [opened, { toggle }] = useDisclosure(false);
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Response schema')}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Heading>{t('Response schema')}</Heading>
          <Button variant="default" size="compact-sm" onClick={toggle} aria-expanded={opened}>
            {opened ? t('Hide') : t('Show')}
          </Button>
        </Group>
        <Collapse expanded={opened}>
          {data === undefined && error === null && <Loading />}
          {error !== null && (
            <Text c="red" size="sm" role="alert">
              {error.message}
            </Text>
          )}
          {data !== undefined && <Fields fields={data.fields} />}
        </Collapse>
      </Stack>
    </Paper>
  );
}

function Fields({ fields }: { fields: AnswerField[] }) {
  if (fields.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('The response is not JSON, or its fields are not documented.')}
      </Text>
    );
  return (
    <Box component="section" tabIndex={0} aria-label={t('Fields (scrollable)')} mah={420} style={{ overflow: 'auto' }}>
      <Table fz="xs" miw={420} aria-label={t('Fields of the response')} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Field')}</Table.Th>
            <Table.Th scope="col">{t('Type')}</Table.Th>
            <Table.Th scope="col">{t('Meaning')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ name, type, always, note }) => (
            <Table.Tr key={name}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Code fz={11}>{name}</Code>
              </Table.Td>
              <Table.Td>{type}</Table.Td>
              <Table.Td>
                {always ? '' : t('not always')}
                {!always && note !== '' && '; '}
                <span lang="en" translate="no">
                  {note}
                </span>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}
