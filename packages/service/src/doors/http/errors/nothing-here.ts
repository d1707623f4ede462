import { Fault } from '../../../domain/fault.ts';

const message = 'There is nothing at this address.';

/** The fault of an address that nothing has. */
export const nothingHere = (): Fault => new Fault('not_found', message);

/** Whether a fault says that nothing is at an address: then programs learn where to begin. */
export const isNothingHere = (fault: Fault): boolean => fault.message === message;
