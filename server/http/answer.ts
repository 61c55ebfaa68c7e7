/** Response declaration of an endpoint: the fields beside `result` and `msg`, which every answer has. */
import { z } from 'zod';

/** Fields by name; one object, for a shape that others share; or `file`: no JSON at all, or JSON of another form. */
export type AnswerDeclaration = Readonly<Record<string, z.ZodType>> | z.ZodObject | 'file';

/** What a handler returns where its answer is declared: these fields, none else. Without a declaration, the contract says it. */
export type FieldsOf<A> = A extends z.ZodObject
  ? z.output<A>
  : A extends Readonly<Record<string, z.ZodType>>
    ? z.output<z.ZodObject<A>>
    : Record<string, unknown>;

/** What every success has (spec: Conventions 3 and 4). */
const envelope = {
  result: z.literal('success'),
  msg: z.literal(''),
  ignored_parameters_unsupported: z.array(z.string()).optional(),
};

/** @returns the schema of the whole answer, closed: a field that is not declared fails; null where it is no JSON. */
export function wholeAnswer(declared: AnswerDeclaration): z.ZodObject | null {
  if (declared === 'file') return null;
  const fields = declared instanceof z.ZodObject ? declared.shape : declared;
  return z.strictObject({ ...envelope, ...fields });
}
