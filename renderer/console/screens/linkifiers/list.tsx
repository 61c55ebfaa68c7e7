/** Linkifiers in their order of precedence. */
import { Code, Text } from '@mantine/core';
import { request, type Linkifier } from '../../../client/request.ts';
import { t } from '../../../client/text.ts';
import { OrderedList } from '../../ordered-list.tsx';
import { linkifiersQuery } from './linkifiers.ts';

interface ListProps {
  linkifiers: Linkifier[];
  /** undefined for those who may only look. */
  edit: { onEdit: (linkifier: Linkifier) => void; onDelete: (linkifier: Linkifier) => void } | undefined;
}

export function LinkifierList({ linkifiers, edit }: ListProps) {
  return (
    <OrderedList
      label={t('Linkifiers')}
      items={linkifiers}
      nameOf={({ pattern }) => pattern}
      queryKey={linkifiersQuery.queryKey}
      saveOrder={(ids) => request('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: ids })}
      edit={edit}
    >
      {({ pattern, url_template: template }) => (
        <>
          <Code style={{ overflowWrap: 'anywhere' }}>{pattern}</Code>
          <Text size="sm" c="dimmed" mt={4} style={{ overflowWrap: 'anywhere' }}>
            {template}
          </Text>
        </>
      )}
    </OrderedList>
  );
}
