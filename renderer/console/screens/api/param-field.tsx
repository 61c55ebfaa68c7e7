/** One parameter as a field: what it is, what it may be, and what the server takes when it is not sent. */
import { Code, Select, Text } from '@mantine/core';
import { t } from '../../../client/text.ts';
import type { Param } from '../../api-calls/catalogue.ts';
import { TextInput, Textarea } from '../../components/limited-inputs.tsx';

interface ParamFieldProps {
  param: Param;
  value: string;
  onChange: (value: string) => void;
}

const longText = /content|description|text|message$/;

export function ParamField({ param, value, onChange }: ParamFieldProps) {
  const { name, schema, encoding } = param;
  const common = {
    label: name,
    description: <Description param={param} />,
    placeholder: param.default === undefined ? undefined : textOf(param.default),
  };
  const choices = schema.enum?.map(String) ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined);
  if (choices !== undefined)
    return (
      <Select
        {...common}
        placeholder={common.placeholder ?? t('not sent')}
        data={choices}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
        clearable
        searchable={choices.length > 8}
      />
    );
  if (encoding === 'json' || longText.test(name))
    return (
      <Textarea
        {...common}
        autosize
        minRows={1}
        maxRows={12}
        spellCheck={false}
        styles={encoding === 'json' ? { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } : undefined}
        error={encoding === 'json' && isBrokenJson(value) ? t('Not valid JSON.') : undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...common}
      autoComplete="off"
      inputMode={schema.type === 'integer' ? 'numeric' : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function presence({ in: place, required }: Param): string {
  if (place === 'path') return t('required, part of the address');
  return required ? t('required') : t('optional');
}

function Description({ param }: { param: Param }) {
  return (
    <Text component="span" inherit>
      <Code fz={11}>{typeOf(param)}</Code> {presence(param)}
      {param.doc !== '' && (
        <>
          .{' '}
          <span lang="en" translate="no">
            {param.doc}
          </span>
        </>
      )}
    </Text>
  );
}

function typeOf({ schema, encoding }: Param): string {
  const type = schema.type ?? (schema.enum === undefined ? (encoding === 'json' ? 'JSON' : 'string') : t('one of'));
  const { minimum, maximum, maxLength } = schema;
  if (minimum !== undefined || maximum !== undefined) return `${type} ${minimum ?? ''}..${maximum ?? ''}`;
  if (maxLength !== undefined) return t('{{type}}, up to {{maxLength}}', { type, maxLength });
  return encoding === 'json' && type !== 'JSON' ? `JSON ${type}` : type;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A bare word is no JSON either, but some parameters take one: only what began as JSON can be broken. */
function isBrokenJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}
