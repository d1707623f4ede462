import { correctCompany } from './correct-company.ts';
import { retractCompany } from './retract-company.ts';

/** What operators take back or put right about companies (decisions 100 and 101). */
export const companyOperations = [retractCompany, correctCompany] as const;
