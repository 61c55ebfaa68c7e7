/** Text fields of the console whose limit counts code points (text-limit.ts). */
import {
  Textarea as MantineTextarea,
  TextInput as MantineTextInput,
  type TextareaProps,
  type TextInputProps,
} from '@mantine/core';
import { limited } from '../../components/text-limit.ts';

export function TextInput({ maxLength, onChange, ...input }: TextInputProps) {
  return <MantineTextInput {...input} onChange={limited(maxLength, onChange)} />;
}

export function Textarea({ maxLength, onChange, ...input }: TextareaProps) {
  return <MantineTextarea {...input} onChange={limited(maxLength, onChange)} />;
}
