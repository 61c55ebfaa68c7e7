/** Narrows: filters as clients send them, parsed into one form that the SQL and the event predicate both read. */

/** One filter of a narrow (api-v1.md: "a narrow is a list of filter objects, each with an operator and an operand"). */
export interface Filter {
  operator: string;
  operand: string | number | number[];
  negated: boolean;
}
