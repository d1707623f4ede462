import { addOperator } from './add-operator.ts';
import { listOperators } from './list-operators.ts';
import { removeOperator } from './remove-operator.ts';

/** Who may run the desk over HTTP (decision 103). */
export const operatorOperations = [listOperators, addOperator, removeOperator] as const;
