/** The method of a request and the status of its answer, as they stand in every list of calls. */
import { Badge, Text } from '@mantine/core';

export function MethodBadge({ method }: { method: string }) {
  const color = { GET: 'blue', POST: 'green', PATCH: 'yellow', PUT: 'yellow', DELETE: 'red' }[method] ?? 'gray';
  return (
    <Badge component="span" variant="outline" color={color} radius="sm" autoContrast style={{ flexShrink: 0 }}>
      <Text component="span" inherit c="var(--mantine-color-text)">
        {method}
      </Text>
    </Badge>
  );
}

export function StatusBadge({ status, text = '' }: { status: number; text?: string }) {
  return (
    <Badge component="span" variant="light" color={status < 400 ? 'green' : 'red'} style={{ flexShrink: 0 }}>
      <Text component="span" inherit c="var(--mantine-color-text)">
        {status} {text}
      </Text>
    </Badge>
  );
}
