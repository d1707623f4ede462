import { Fault } from '../../../domain/fault.ts';

const message = 'There is nothing at this address.';

/** The fault of an address that nothing has. @param sign with a blank before it: what was probably meant */
export const nothingHere = (sign = ''): Fault => new Fault('not_found', message + sign);

/** Whether a fault says that nothing is at an address, and no more: then programs learn where to begin. */
export const isNothingHere = (fault: Fault): boolean => fault.message === message;
