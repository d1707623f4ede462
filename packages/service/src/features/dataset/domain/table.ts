/** A column of a table; types are those of Table Schema (Frictionless). `items` are the fields of the objects of an array. */
export type TableColumn = {
  name: string;
  type: 'string' | 'integer' | 'boolean' | 'date' | 'datetime' | 'array';
  /** Whether a cell may be null. */
  optional?: boolean | undefined;
  items?: Readonly<Record<string, 'string' | 'integer'>> | undefined;
};

/** Dates are `YYYY-MM-DD`, times ISO 8601. */
export type TableCell = string | number | boolean | null | readonly object[];
