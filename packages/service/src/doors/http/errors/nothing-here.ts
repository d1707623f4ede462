import { Fault, faults, type NextStep } from '../../../domain/fault.ts';

const message = 'There is nothing at this address.';

/** The fault of an address that nothing has. @param sign what was probably meant, as a sentence */
export const nothingHere = (sign?: string): Fault =>
  sign === undefined
    ? new Fault('not_found', message, { next: leadingOn('Begin at /llms.txt') })
    : missing(message, sign);

/** The fault of something that is not there. @param sign a sentence with the address that leads on: the message ends with it */
export const missing = (what: string, sign: string): Fault =>
  new Fault('not_found', `${what} ${sign}`, { next: leadingOn(sign) });

/** Nothing that tools ask for has an address. */
const leadingOn = (remedy: string): NextStep => ({ remedy, tool_remedy: faults.method_not_allowed.tool_remedy });

/** Whether a fault says that nothing is at an address, and no more: then programs learn where to begin. */
export const isNothingHere = (fault: Fault): boolean => fault.message === message;
