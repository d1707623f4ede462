import { hash } from 'node:crypto';

/** Tokens of operators (decision 103): `rmo_` and 43 characters for 32 random bytes. Those of the setting may be any text. */
const shape = /^rmo_[\w-]{43}$/;

/** The token for 32 random bytes. */
export const operatorTokenOf = (random: Uint8Array): string => `rmo_${Buffer.from(random).toString('base64url')}`;

/** Whether a text can be a token that was made here: others are refused without a look-up. */
export const isOperatorToken = (text: string): boolean => shape.test(text);

/** SHA-256 of a token in lower-case hex, which is stored in place of the token. */
export const hashOperatorToken = (token: string): string => hash('sha256', token);
