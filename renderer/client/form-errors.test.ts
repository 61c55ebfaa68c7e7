/** Errors of the API at the fields of a form. */
import { expect, test } from 'vitest';
import { formErrors } from './form-errors.ts';
import { ApiError } from './request.ts';

const refused = (msg: string, fields: Record<string, unknown>, code = 'BAD_REQUEST') =>
  new ApiError(400, code, msg, fields);

test('puts an error at the field that has the name of the parameter', () => {
  const error = refused('Enter a valid email address.', { parameters: 'email' });
  expect(formErrors(error, ['full_name', 'email'])).toEqual({ email: 'Enter a valid email address.' });
});

test('names the field "This" where the sentence begins with the parameter', () => {
  const error = refused("Missing 'email' argument", { var_name: 'email' }, 'REQUEST_VARIABLE_MISSING');
  expect(formErrors(error, ['email'])).toEqual({ email: "Missing 'email' argument" });
  const long = refused('hint is too long (limit: 80 characters)', { parameters: 'hint' });
  expect(formErrors(long, ['hint'])).toEqual({ hint: 'This is too long (limit: 80 characters)' });
});

test('finds the field of an object by the last part of its name', () => {
  const error = refused('settings["smtp_port"] is too large (limit: 65535)', { parameters: 'settings.smtp_port' });
  expect(formErrors(error, ['smtp_host', 'smtp_port'])).toEqual({ smtp_port: 'This is too large (limit: 65535)' });
});

test('takes the first known field where several parameters exclude each other', () => {
  const error = refused('Unsupported parameter combination: a, b', { parameters: 'a, b' });
  expect(formErrors(error, ['b'])).toEqual({ b: 'Unsupported parameter combination: a, b' });
});

test('reads sentences by field, and fields that the form calls otherwise', () => {
  const error = refused('Invalid URL template.', { errors: { url_template: ['Invalid URL template.'] } });
  expect(formErrors(error, [], { url_template: 'address' })).toEqual({ address: 'Invalid URL template.' });
  const taken = refused("Channel 'x' already exists.", {}, 'CHANNEL_ALREADY_EXISTS');
  expect(formErrors(taken, ['name'], { CHANNEL_ALREADY_EXISTS: 'name' })).toEqual({
    name: "Channel 'x' already exists.",
  });
});

test('puts what belongs to no field of the form at its head', () => {
  const head = { '': 'Insufficient permission' };
  expect(formErrors(refused('Insufficient permission', {}), ['name'])).toEqual(head);
  expect(formErrors(refused('Insufficient permission', { parameters: 'role' }), ['name'])).toEqual(head);
  expect(formErrors(new Error('Insufficient permission'), ['name'])).toEqual(head);
});
