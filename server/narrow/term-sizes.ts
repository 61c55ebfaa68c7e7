/** Sizes of the terms of a narrow: bounded for all of them together, before anything reads or looks up what they hold. */
import { badNarrow } from '../errors.ts';

/** People that a narrow may name; each costs a look-up. */
const maxPeople = 1000;
/** Ids of messages that a narrow may name. */
const maxIds = 10_000;
/** Characters of all searches of a narrow, of which there are more than words. */
const maxLetters = 10_000;

type Operand = string | number | (string | number)[];
interface Term {
  operator: string;
  operand: Operand;
}

/** @param terms with the names of operators of today. @throws ApiError BAD_NARROW where they hold too much */
export function checkSizes(terms: readonly Term[]): void {
  const sum = (operators: readonly string[], size: (operand: Operand) => number): number =>
    terms.reduce((total, { operator, operand }) => total + (operators.includes(operator) ? size(operand) : 0), 0);
  if (sum(['search'], (operand) => String(operand).length) > maxLetters)
    throw badNarrow(`too long a text to search for (limit: ${maxLetters} characters)`);
  if (sum(['dm', 'dm-including', 'group-pm-with'], (operand) => peopleOf(operand).length) > maxPeople)
    throw badNarrow(`too many people (limit: ${maxPeople})`);
  if (sum(['id'], (operand) => [operand].flat().length) > maxIds)
    throw badNarrow(`too many messages (limit: ${maxIds})`);
}

/** People as a term names them: in a list, or in a text with commas. */
export function peopleOf(operand: Operand): (string | number)[] {
  if (typeof operand !== 'string') return [operand].flat();
  return operand
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
