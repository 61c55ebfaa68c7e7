/** Sentences about values that their schema does not take. */
import type { z } from 'zod';
import { type ApiError, article, badRequest } from '../errors.ts';

/** The first complaint of zod as one sentence in the API's form, with the name of the parameter. */
export function issueError(name: string, error: z.ZodError): ApiError {
  return sentenceOf(name, error).about(fieldOf(name, error));
}

function sentenceOf(name: string, error: z.ZodError): ApiError {
  const issue = error.issues[0];
  if (issue === undefined) return badRequest(`${name} is invalid`);
  if (issue.code === 'custom' && issue.params?.['whole'] === true) return badRequest(issue.message);
  const where = [
    name,
    ...issue.path.map((step) => (typeof step === 'number' ? `[${step}]` : `["${String(step)}"]`)),
  ].join('');
  switch (issue.code) {
    case 'invalid_type':
      return badRequest(`${where} is not ${typeName(issue.expected)}`);
    case 'too_big':
      return badRequest(
        issue.origin === 'string'
          ? `${where} is too long (limit: ${issue.maximum} characters)`
          : `${where} is too large (limit: ${issue.maximum})`,
      );
    case 'too_small':
      return badRequest(
        issue.origin === 'string' ? `${where} cannot be blank` : `${where} is too small (minimum: ${issue.minimum})`,
      );
    case 'invalid_value':
      return badRequest(`Invalid ${where}`);
    case 'unrecognized_keys':
      return badRequest(`${where} has unexpected keys: ${issue.keys.join(', ')}`);
    default:
      return badRequest(`${where} is invalid`);
  }
}

function typeName(type: string): string {
  const names: Record<string, string> = {
    int: 'an integer',
    number: 'an integer',
    string: 'a string',
    boolean: 'a boolean',
    array: 'a list',
    object: 'an object',
    record: 'a dict',
  };
  return names[type] ?? `${article(type)} ${type}`;
}

/** @returns the parameter, or its field where the first complaint is about one: "settings.smtp_port". */
function fieldOf(name: string, error: z.ZodError): string {
  const step = error.issues[0]?.path[0];
  return typeof step === 'string' ? `${name}.${step}` : name;
}
