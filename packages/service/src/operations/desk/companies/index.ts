import { correctCompany } from './correct-company.ts';
import { removeExamples } from './remove-examples.ts';
import { retractCompany } from './retract-company.ts';

/** What operators take back or put right about companies (decisions 100, 101 and 105). */
export const companyOperations = [retractCompany, correctCompany, removeExamples] as const;
